import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { mentions } from "../platform/index.ts";

type Columns = Record<"id" | "name" | "last4", SQLiteColumn>;

/**
 * Whether a credential is what somebody means who typed this: a part of its name or note, how it
 * begins, or its end as lists show it.
 */
export function mentionsKey(
  { id, name, last4 }: Columns,
  prefix: string,
  typed: string,
  note: SQLiteColumn | SQL = sql`''`,
): SQL {
  const said = sql`${name} || ' ' || ifnull(${note}, '')`;
  return mentions(sql`${`${prefix}_`} || ${id} || ' …' || ${last4} || ' ' || ${said}`, typed);
}
