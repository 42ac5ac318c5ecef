import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Reach } from "./principal.ts";
import type { accessTokens, people, serviceKeys } from "./tables.ts";

/** The tables with a list of tenants. Null instead of a list means all tenants. */
export type Holders = typeof accessTokens | typeof serviceKeys | typeof people;

/** Whether a token, a service key or a person has this tenant in its list. */
export function holdsTenant(tenants: SQLiteColumn, tenantId: string): SQL {
  return sql`exists (select 1 from json_each(${tenants}) where value = ${tenantId})`;
}

/** Whether the list has other tenants. */
export function holdsOthers(tenants: SQLiteColumn, tenantId: string): SQL {
  return sql`exists (select 1 from json_each(${tenants}) where value <> ${tenantId})`;
}

/** The list without this tenant. */
export function withoutTenant(tenants: SQLiteColumn, tenantId: string): SQL {
  return sql`(select json_group_array(value) from json_each(${tenants})
    where value <> ${tenantId})`;
}

/**
 * Whether the list has one of the tenants within reach. A holder of all tenants (null) has no list,
 * and only a reader who reaches all sees it.
 */
export function meetsReach(tenants: SQLiteColumn, reach: Reach): SQL | undefined {
  if (reach === "all") return undefined;
  return sql`exists (select 1 from json_each(${tenants}) as theirs
    where theirs.value in (select value from json_each(${JSON.stringify(reach)})))`;
}
