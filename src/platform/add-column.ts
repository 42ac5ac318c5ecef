const KNOWN = "SELECT 1 AS one FROM pragma_table_info(?) WHERE name = ?";

/** The SQLite of an object, or what stands for it elsewhere. */
interface Storage {
  exec: (query: string, ...values: string[]) => { toArray: () => unknown[] };
}

/**
 * Adds a column to a table of an object, if it is missing: `CREATE TABLE IF NOT EXISTS` changes nothing
 * of a table that is there. The column must be nullable or have a default, because the version before
 * still writes rows without it.
 */
export function addColumn(sql: Storage, table: string, column: string): void {
  const [name = ""] = column.split(" ", 1);
  if (sql.exec(KNOWN, table, name).toArray().length > 0) return;
  sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`);
}
