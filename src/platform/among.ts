import { eq, sql, type AnyColumn, type SQL } from "drizzle-orm";

/** A condition for one of many values, as one parameter: D1 takes a hundred parameters at most. */
export function among(column: AnyColumn, values: Iterable<string | number>): SQL {
  const all = [...values];
  const [only] = all;
  // SQLite plans a query better for a value than for a list.
  if (all.length === 1 && only !== undefined) return eq(column, only);
  return sql`${column} in (select value from json_each(${JSON.stringify(all)}))`;
}
