const KNOWN = "SELECT 1 AS one FROM pragma_table_info(?) WHERE name = ?";

/**
 * A column that tables of older objects lack, because `CREATE TABLE IF NOT EXISTS` adds none. It has a
 * default or may be null: the version before writes rows without it.
 */
export function addColumn(sql: SqlStorage, table: string, column: string): void {
  const [name = ""] = column.split(" ", 1);
  if (sql.exec(KNOWN, table, name).toArray().length > 0) return;
  sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`);
}
