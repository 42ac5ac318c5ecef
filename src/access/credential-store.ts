import { and, desc, eq, getTableColumns, isNull, sql, type SQL } from "drizzle-orm";
import type { PageRequest } from "../http/contract/index.ts";
import { selectPage, type Database } from "../platform/index.ts";
import { hasStanding, standingOf } from "./erased-tenants.ts";
import { mentionsKey } from "./mentions-key.ts";
import { TOKEN_SUBJECT, type Reach } from "./principal.ts";
import { accessTokens, people, serviceKeys } from "./tables.ts";
import { tokenEnd } from "./token-end.ts";
import { tokenStanding, tokenTenants } from "./token-standing.ts";

interface TokenFilter {
  reach: Reach;
  personId?: string | undefined;
  /** What a token's name, beginning or end has a part of. */
  q?: string | undefined;
}

/** The tokens within reach, or only those of one person. */
export async function listTokens(db: Database, filter: TokenFilter, page: PageRequest) {
  const { reach, personId, q } = filter;
  const owner = personId === undefined ? undefined : eq(accessTokens.personId, personId);
  const found = q === undefined ? undefined : mentionsKey(accessTokens, "rmp_pat", q);
  const where = and(within(reach, accessTokens.tenants), owner, found);
  const orderBy = [desc(accessTokens.createdAt), accessTokens.id];
  const more = { ...tokenStanding, revokedAt: tokenEnd };
  return selectPage(db, accessTokens, { more, where, orderBy }, page);
}

export async function listServiceKeys(db: Database, page: PageRequest, q?: string) {
  const where = q === undefined ? undefined : mentionsKey(serviceKeys, "rmp_svc", q);
  const orderBy = [desc(serviceKeys.createdAt), serviceKeys.id];
  const more = { tenantsLeft: standingOf(serviceKeys) };
  return selectPage(db, serviceKeys, { more, where, orderBy }, page);
}

/**
 * The first token of the line in which this one was made. No token outlives the one that made it, so
 * the whole line is still there.
 */
function firstOfLine(id: string): SQL<string> {
  const begin = TOKEN_SUBJECT.length + 1;
  return sql<string>`(with recursive line(id, made_by, depth) as (
    select id, created_by, 0 from access_tokens where id = ${id}
    union all select up.id, up.created_by, depth + 1 from line join access_tokens up
      on made_by like ${`${TOKEN_SUBJECT}%`} and up.id = substr(made_by, ${begin}))
    select ${TOKEN_SUBJECT} || id from line order by depth desc limit 1)`;
}

/** The line of a token that belongs to nobody; null for any other caller, or if the token is gone. */
export async function lineOf(db: Database, subject: string): Promise<string | null> {
  if (!subject.startsWith(TOKEN_SUBJECT)) return null;
  const id = subject.slice(TOKEN_SUBJECT.length);
  const [row] = await db
    .select({ line: firstOfLine(id) })
    .from(accessTokens)
    .where(and(eq(accessTokens.id, id), isNull(accessTokens.personId)));
  return row?.line ?? null;
}

/**
 * The token as it counts now, with the tenants that are left of its list. `role` is the owner's role if
 * the owner still has one of them, else null.
 */
export async function findToken(db: Database, id: string) {
  const [row] = await db
    .select({
      ...getTableColumns(accessTokens),
      tenants: tokenTenants,
      revokedAt: tokenEnd,
      line: sql<
        string | null
      >`case when ${accessTokens.personId} is null then ${firstOfLine(id)} end`,
      role: people.role,
      held: people.tenants,
    })
    .from(accessTokens)
    .leftJoin(people, eq(people.id, accessTokens.personId))
    .where(eq(accessTokens.id, id));
  if (row === undefined) return undefined;
  const { role, held, ...token } = row;
  const { tenants } = token;
  if (tenants?.length === 0) return undefined;
  const isOwners = held === null || tenants?.some((id) => held.includes(id)) === true;
  return { ...token, role: isOwners ? role : null };
}

export async function findServiceKey(db: Database, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(serviceKeys), tenants: standingOf(serviceKeys) })
    .from(serviceKeys)
    .where(and(eq(serviceKeys.id, id), hasStanding(serviceKeys)));
  return row;
}

/**
 * Only tokens whose tenants are all within reach. An operator's token for all tenants has no list and
 * is left out.
 */
function within(reach: Reach, tenants: typeof accessTokens.tenants): SQL | undefined {
  if (reach === "all") return undefined;
  const mine = JSON.stringify(reach);
  return sql`${tenants} is not null and not exists (
    select 1 from json_each(${tenants}) as named
    where named.value not in (select value from json_each(${mine})))`;
}
