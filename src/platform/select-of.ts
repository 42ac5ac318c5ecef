import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A row whose values may also be SQL. */
type RowOf<T extends SQLiteTable> = { [K in keyof T["$inferSelect"]]: T["$inferSelect"][K] | SQL };

/** A row as a `select`, for an insert with a condition: unlike `values` it takes a `where`. */
export function selectOf<T extends SQLiteTable>(table: T, row: RowOf<T>): SQL {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([name, column]) => {
    // A row from an object of the version before lacks the columns that are new in this one.
    const value = row[name] === undefined ? (column.default ?? null) : row[name];
    return sql.param(value, column);
  });
  return sql`select ${sql.join(values, sql`, `)}`;
}
