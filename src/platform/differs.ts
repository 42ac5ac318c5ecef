import { getTableColumns, or, sql, SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** A condition: whether this change would change the row at all. */
export function differs(table: SQLiteTable, change: object): SQL {
  const columns = getTableColumns(table);
  const others = Object.entries(change).flatMap(([name, value]) => {
    const column = columns[name];
    return column === undefined || value === undefined
      ? []
      : [sql`${column} is not ${value instanceof SQL ? value : sql.param(value, column)}`];
  });
  return or(...others) ?? sql`false`;
}

/** When the row was changed last, after this change: `at`, or as before if it changes nothing. */
export function changedAt(
  table: SQLiteTable,
  column: SQLiteColumn,
  change: object,
  at: number | SQL,
): SQL<number> {
  return sql`case when ${differs(table, change)} then ${at} else ${column} end`;
}
