/** Forgets when each key was used last, and what was to be told yet, for good; of how many keys. */
export function forgetUses(sql: Pick<SqlStorage, "exec">): number {
  sql.exec("INSERT INTO erased (id) VALUES (1) ON CONFLICT DO NOTHING");
  sql.exec("DELETE FROM outbox");
  return sql.exec("DELETE FROM key_use").rowsWritten;
}
