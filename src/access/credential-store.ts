import { and, desc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { PageRequest } from "../http/contract/index.ts";
import { selectPage, type Database } from "../platform/index.ts";
import { columnsNow, hasStanding } from "./erased-tenants.ts";
import type { Role } from "./permissions.ts";
import type { Reach } from "./principal.ts";
import { accessTokens, serviceKeys } from "./tables.ts";
import { tokenEnd } from "./token-end.ts";

/** Tokens of everybody within reach, or those that belong to one person. */
export async function listTokens(db: Database, reach: Reach, page: PageRequest, personId?: string) {
  const owner = personId === undefined ? undefined : eq(accessTokens.personId, personId);
  const where = and(within(reach, accessTokens.tenants), owner);
  const orderBy = [desc(accessTokens.createdAt), accessTokens.id];
  const columns = { ...getTableColumns(accessTokens), revokedAt: tokenEnd };
  return selectPage(db, accessTokens, { columns, where, orderBy }, page);
}

export async function listServiceKeys(db: Database, page: PageRequest) {
  const orderBy = [desc(serviceKeys.createdAt), serviceKeys.id];
  return selectPage(db, serviceKeys, { orderBy }, page);
}

/** The role of the token's owner, if it holds in all tenants of the token; else null. */
const ownersRole = sql<Role | null>`(select role from people owner
  where owner.id = access_tokens.person_id and (owner.tenants is null
  or not exists (select 1 from json_each(ifnull(access_tokens.tenants, '[0]'))
  where value not in (select value from json_each(owner.tenants)))))`;

export async function findToken(db: Database, id: string) {
  const [row] = await db
    .select({ ...columnsNow(accessTokens), revokedAt: tokenEnd, role: ownersRole })
    .from(accessTokens)
    .where(and(eq(accessTokens.id, id), hasStanding(accessTokens)));
  return row;
}

export async function findServiceKey(db: Database, id: string) {
  const [row] = await db
    .select(columnsNow(serviceKeys))
    .from(serviceKeys)
    .where(and(eq(serviceKeys.id, id), hasStanding(serviceKeys)));
  return row;
}

/** Tokens that touch only tenants within reach; those of operators have none and stay unseen. */
function within(reach: Reach, tenants: typeof accessTokens.tenants): SQL | undefined {
  if (reach === "all") return undefined;
  const mine = JSON.stringify(reach);
  return sql`${tenants} is not null and not exists (
    select 1 from json_each(${tenants}) as named
    where named.value not in (select value from json_each(${mine})))`;
}
