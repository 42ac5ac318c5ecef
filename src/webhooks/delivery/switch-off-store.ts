import { EndpointTable } from "./endpoint-table.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS switch_off (
    id INTEGER PRIMARY KEY CHECK (id = 1), event_id TEXT NOT NULL, reason TEXT NOT NULL,
    at INTEGER NOT NULL, tell_at INTEGER NOT NULL);`;

/** Why and when an endpoint was switched off, and the event that says so. */
export interface SwitchOff extends Record<string, SqlStorageValue> {
  event_id: string;
  reason: string;
  at: number;
}

/** A switch-off that has not been written to D1 yet. */
export class SwitchOffStore extends EndpointTable {
  createTables(): void {
    this.sql.exec(TABLE);
  }

  note({ event_id, reason, at }: SwitchOff): void {
    this.sql.exec(
      `INSERT INTO switch_off (id, event_id, reason, at, tell_at)
         VALUES (1, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      event_id,
      reason,
      at,
      at,
    );
  }

  /** The switch-off that is still to be sent, and when. */
  unsent(): (SwitchOff & { tell_at: number }) | undefined {
    return this.sql
      .exec<SwitchOff & { tell_at: number }>("SELECT event_id, reason, at, tell_at FROM switch_off")
      .toArray()[0];
  }

  tellAgainAt(at: number): void {
    this.sql.exec("UPDATE switch_off SET tell_at = ?", at);
  }

  forget(): void {
    this.sql.exec("DELETE FROM switch_off");
  }
}
