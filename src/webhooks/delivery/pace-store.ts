import { MINUTE_MS } from "../../platform/index.ts";
import { EndpointTable } from "./endpoint-table.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS pace (
    id INTEGER PRIMARY KEY CHECK (id = 1), next_at INTEGER NOT NULL);`;

const ROUNDS_A_MINUTE = 15;

/**
 * How many calls may go at once, and how long the next must wait for each, to stay within the
 * limit.
 */
export function paceOf(maxPerMinute: number, mostAtOnce: number) {
  const eachRound = Math.floor(maxPerMinute / ROUNDS_A_MINUTE);
  const atOnce = Math.max(1, Math.min(mostAtOnce, eachRound));
  return { atOnce, eachMs: MINUTE_MS / (maxPerMinute - atOnce + 1) };
}

/** When an endpoint with a limit of calls a minute may be called next. */
export class PaceStore extends EndpointTable {
  createTables(): void {
    this.sql.exec(TABLE);
  }

  get nextAt(): number {
    const rows = this.sql.exec<{ next_at: number }>("SELECT next_at FROM pace").toArray();
    return rows[0]?.next_at ?? 0;
  }

  note(calls: number, eachMs: number, now: number): void {
    this.sql.exec(
      `INSERT INTO pace (id, next_at)
         VALUES (1, ?) ON CONFLICT DO UPDATE SET next_at = excluded.next_at`,
      now + Math.ceil(calls * eachMs),
    );
  }

  shorten(latest: number): void {
    this.sql.exec("UPDATE pace SET next_at = min(next_at, ?)", latest);
  }

  /** The limit was taken away. */
  clear(): void {
    this.sql.exec("DELETE FROM pace");
  }
}
