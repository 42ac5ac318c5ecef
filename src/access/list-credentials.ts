import { count, desc, eq, sql, type SQL } from "drizzle-orm";
import type { PageRequest } from "../http/contract/index.ts";
import type { Database } from "../platform/index.ts";
import type { Reach } from "./principal.ts";
import { accessTokens, serviceKeys } from "./tables.ts";

export async function listTokens(db: Database, reach: Reach, page: PageRequest) {
  const where = within(reach, accessTokens.tenants);
  const [items, totals] = await db.batch([
    db
      .select()
      .from(accessTokens)
      .where(where)
      .orderBy(desc(accessTokens.createdAt), accessTokens.id)
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(accessTokens).where(where),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

export async function listServiceKeys(db: Database, page: PageRequest) {
  const [items, totals] = await db.batch([
    db
      .select()
      .from(serviceKeys)
      .orderBy(desc(serviceKeys.createdAt), serviceKeys.id)
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(serviceKeys),
  ]);
  return { items, total: totals[0]?.total ?? 0 };
}

export async function findToken(db: Database, id: string) {
  const [row] = await db.select().from(accessTokens).where(eq(accessTokens.id, id));
  return row;
}

export async function findServiceKey(db: Database, id: string) {
  const [row] = await db.select().from(serviceKeys).where(eq(serviceKeys.id, id));
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
