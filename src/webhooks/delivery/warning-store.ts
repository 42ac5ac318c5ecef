const TABLE = `
  CREATE TABLE IF NOT EXISTS warning (
    id INTEGER PRIMARY KEY CHECK (id = 1), event_id TEXT NOT NULL, percent INTEGER NOT NULL,
    since INTEGER NOT NULL, at INTEGER NOT NULL, tell_at INTEGER);`;

/** So far an endpoint had come towards its end, and the one event that says so. */
export interface Warning extends Record<string, SqlStorageValue> {
  event_id: string;
  percent: number;
  /** When the first of the failures was. */
  since: number;
  at: number;
}

/** The last warning of this row of failures, and whether D1 has heard of it. */
export class WarningStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.begin();
  }

  begin(): void {
    this.sql.exec(TABLE);
  }

  /** Of this row of failures; nothing where none was given yet. */
  get percent(): number {
    const rows = this.sql.exec<{ percent: number }>("SELECT percent FROM warning").toArray();
    return rows[0]?.percent ?? 0;
  }

  note({ event_id, percent, since, at }: Warning): void {
    this.sql.exec(
      "INSERT OR REPLACE INTO warning VALUES (1, ?, ?, ?, ?, ?)",
      event_id,
      percent,
      since,
      at,
      at,
    );
  }

  /** What is to be told, and from when on. */
  untold(): (Warning & { tell_at: number }) | undefined {
    return this.sql
      .exec<Warning & { tell_at: number }>("SELECT * FROM warning WHERE tell_at IS NOT NULL")
      .toArray()[0];
  }

  /** Unless another came meanwhile. */
  told(eventId: string): void {
    this.sql.exec("UPDATE warning SET tell_at = NULL WHERE event_id = ?", eventId);
  }

  tellAgainAt(at: number): void {
    this.sql.exec("UPDATE warning SET tell_at = ?", at);
  }

  /** The endpoint answers again, or is on its own: the next row of failures is another. */
  forget(): void {
    this.sql.exec("DELETE FROM warning");
  }
}
