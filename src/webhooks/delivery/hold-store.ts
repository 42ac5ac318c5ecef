import { EndpointTable } from "./endpoint-table.ts";

/** The table has its name from a time when only trouble of ours held deliveries. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS trouble (
    id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL);`;

/**
 * Until when deliveries are held, for trouble on our side or because the endpoint was paused. The time
 * stays when it is past: nothing that was held counts as due since before it.
 */
export class HoldStore extends EndpointTable {
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

  /** Ends it by this time: somebody replays an event, to see whether the trouble is over. */
  shorten(latest: number): void {
    this.sql.exec("UPDATE trouble SET until = ?1 WHERE until > ?1", latest);
  }

  forget(): void {
    this.sql.exec("DELETE FROM trouble");
  }
}
