/** Its name is from when nothing but trouble of ours held deliveries. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS trouble (
    id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL);`;

/**
 * Until when everything waits for trouble of ours, or waited in a pause. It stays when that is over:
 * nothing that waited through it counts as due since before then.
 */
export class HoldStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(TABLE);
  }

  get until(): number {
    const rows = this.sql.exec<{ until: number }>("SELECT until FROM trouble").toArray();
    return rows[0]?.until ?? 0;
  }

  note(until: number): void {
    this.sql.exec("INSERT OR REPLACE INTO trouble (id, until) VALUES (1, ?)", until);
  }

  /** Somebody wants to know now whether it is over. */
  shorten(latest: number): void {
    this.sql.exec("UPDATE trouble SET until = ?1 WHERE until > ?1", latest);
  }

  forget(): void {
    this.sql.exec("DELETE FROM trouble");
  }
}
