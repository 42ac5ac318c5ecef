import { EndpointTable } from "./endpoint-table.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS warning (
    id INTEGER PRIMARY KEY CHECK (id = 1), event_id TEXT NOT NULL, percent INTEGER NOT NULL,
    since INTEGER NOT NULL, at INTEGER NOT NULL, tell_at INTEGER);`;

/** How near an endpoint is to being switched off, and the event that says so. */
export interface Warning extends Record<string, SqlStorageValue> {
  event_id: string;
  percent: number;
  /** When the first of the failures was. */
  since: number;
  at: number;
}

/** The last warning since the last success, and whether it was written to D1. */
export class WarningStore extends EndpointTable {
  createTables(): void {
    this.sql.exec(TABLE);
  }

  /** The percentage of the last warning; 0 if there was none since the last success. */
  get percent(): number {
    const rows = this.sql.exec<{ percent: number }>("SELECT percent FROM warning").toArray();
    return rows[0]?.percent ?? 0;
  }

  note({ event_id, percent, since, at }: Warning): void {
    this.sql.exec(
      `INSERT OR REPLACE INTO warning (id, event_id, percent, since, at, tell_at)
         VALUES (1, ?, ?, ?, ?, ?)`,
      event_id,
      percent,
      since,
      at,
      at,
    );
  }

  /** The warning that is still to be sent, and when. */
  unsent(): (Warning & { tell_at: number }) | undefined {
    return this.sql
      .exec<Warning & { tell_at: number }>("SELECT * FROM warning WHERE tell_at IS NOT NULL")
      .toArray()[0];
  }

  markSent(): void {
    this.sql.exec("UPDATE warning SET tell_at = NULL");
  }

  tellAgainAt(at: number): void {
    this.sql.exec("UPDATE warning SET tell_at = ?", at);
  }

  /** After a success. */
  forget(): void {
    this.sql.exec("DELETE FROM warning");
  }
}
