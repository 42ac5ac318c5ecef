import type { Sql } from "../knowledge/sql.ts";

const TABLE =
  "CREATE TABLE IF NOT EXISTS spend_windows (name TEXT PRIMARY KEY, calls INTEGER NOT NULL)";

/** How many calls a tenant began in this minute and on this day. */
export class CallWindows {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  createTables(): void {
    this.sql.all(TABLE);
  }

  count(at: number): void {
    for (const name of windowsOf(at)) {
      this.sql.all(
        `INSERT INTO spend_windows (name, calls)
           VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET calls = calls + 1`,
        name,
      );
    }
  }

  callsOfDay(at: number): number {
    return this.calls(windowsOf(at)[0]);
  }

  callsOfMinute(at: number): number {
    return this.calls(windowsOf(at)[1]);
  }

  /** Those that are over. */
  forget(now: number): void {
    const [day, minute] = windowsOf(now);
    this.sql.all("DELETE FROM spend_windows WHERE name NOT IN (?, ?)", day, minute);
  }

  private calls(window: string): number {
    const [row] = this.sql.all<{ calls: number }>(
      "SELECT calls FROM spend_windows WHERE name = ?",
      window,
    );
    return row?.calls ?? 0;
  }
}

/** The day and the minute of UTC that a call counts in. */
function windowsOf(at: number): [day: string, minute: string] {
  const text = new Date(at).toISOString();
  return [text.slice(0, 10), text.slice(0, 16)];
}
