import { eq, sql, type AnyColumn, type SQL } from "drizzle-orm";

/** One of many values as one parameter, since D1 takes a hundred of them. */
export function among(column: AnyColumn, values: Iterable<string | number>): SQL {
  const all = [...values];
  const [only] = all;
  // The planner knows more of a value than of a list.
  if (all.length === 1 && only !== undefined) return eq(column, only);
  return sql`${column} in (select value from json_each(${JSON.stringify(all)}))`;
}
