import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Reach } from "./principal.ts";
import type { accessTokens, people, serviceKeys } from "./tables.ts";

/** What has a list of tenants: tokens, service keys and people. Null in its place: all of them. */
export type Holders = typeof accessTokens | typeof serviceKeys | typeof people;

/** Whether a token, a service key or a person has this tenant in its list. */
export function holdsTenant(tenants: SQLiteColumn, tenantId: string): SQL {
  return sql`exists (select 1 from json_each(${tenants}) where value = ${tenantId})`;
}

/** Whether there are others in the list beside it. */
export function holdsOthers(tenants: SQLiteColumn, tenantId: string): SQL {
  return sql`exists (select 1 from json_each(${tenants}) where value <> ${tenantId})`;
}

/** The list without it. */
export function withoutTenant(tenants: SQLiteColumn, tenantId: string): SQL {
  return sql`(select json_group_array(value) from json_each(${tenants})
    where value <> ${tenantId})`;
}

/** Whether one of these tenants is in the list; whoever reaches all of them is of none. */
export function meetsReach(tenants: SQLiteColumn, reach: Reach): SQL | undefined {
  if (reach === "all") return undefined;
  return sql`exists (select 1 from json_each(${tenants}) as theirs
    where theirs.value in (select value from json_each(${JSON.stringify(reach)})))`;
}
