import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** For each column a value of its type, or SQL that gives one. */
type RowOf<T extends SQLiteTable> = { [K in keyof T["$inferSelect"]]: T["$inferSelect"][K] | SQL };

/**
 * A row as a `select` of its values, in the order of the table's columns. Unlike `values` it can be
 * followed by `where`, for an insert with a condition.
 */
export function selectOf<T extends SQLiteTable>(table: T, row: RowOf<T>): SQL {
  const columns = Object.entries(getTableColumns(table));
  const values = columns.map(([name, column]) => {
    // An object of the version before hands over rows that lack what came with this one.
    const value = row[name] === undefined ? (column.default ?? null) : row[name];
    return sql.param(value, column);
  });
  return sql`select ${sql.join(values, sql`, `)}`;
}
