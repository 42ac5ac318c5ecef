import { getTableColumns, or, sql, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** Whether a row holds something else than what it is about to be set to. */
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
