import { UNLESS_ERASED } from "./unless-erased.ts";

/** The most events of one turn; a month has only a few thresholds. */
const MOST_WAITING = 20;

/** A tenant's events that are not in D1 yet. */
export class OutboxStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  add(id: string, type: string, data: object, at: number): void {
    this.sql.exec(
      `INSERT INTO outbox (id, type, data, at) SELECT ?, ?, ?, ? ${UNLESS_ERASED}
       ON CONFLICT DO NOTHING`,
      id,
      type,
      JSON.stringify(data),
      at,
    );
  }

  waiting(): { id: string; type: string; data: string; at: number }[] {
    return this.sql
      .exec<{ id: string; type: string; data: string; at: number }>(
        "SELECT * FROM outbox ORDER BY at, rowid LIMIT ?",
        MOST_WAITING,
      )
      .toArray();
  }

  clear(ids: string[]): void {
    for (const id of ids) this.sql.exec("DELETE FROM outbox WHERE id = ?", id);
  }
}
