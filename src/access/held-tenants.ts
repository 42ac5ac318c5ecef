import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

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
