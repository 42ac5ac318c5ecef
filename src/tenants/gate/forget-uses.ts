/**
 * Forgets for good when each key was last used, and the events that were not sent yet. Gives how many
 * keys.
 */
export function forgetUses(sql: Pick<SqlStorage, "exec">): number {
  sql.exec("INSERT INTO erased (id) VALUES (1) ON CONFLICT DO NOTHING");
  sql.exec("DELETE FROM outbox");
  return sql.exec("DELETE FROM key_use").rowsWritten;
}
