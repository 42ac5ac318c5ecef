/** When each key was last used. */
export function lastUses(sql: SqlStorage): Record<string, number> {
  const rows = sql.exec<{ key_id: string; at: number }>("SELECT * FROM key_use").toArray();
  return Object.fromEntries(rows.map(({ key_id, at }) => [key_id, at]));
}
