import { HOUR_MS, MINUTE_MS } from "../../platform/index.ts";
import type { Sql } from "./sql.ts";

const LEAST_WAIT_MS = 5 * MINUTE_MS;
const MOST_WAIT_MS = 6 * HOUR_MS;
/** The next try waits for this share of the time since the first failure. */
const SHARE_OF_AGE = 0.25;

const TABLES = [
  `CREATE TABLE IF NOT EXISTS vectors_failing (number INTEGER PRIMARY KEY,
     since INTEGER NOT NULL, next_try INTEGER NOT NULL)`,
  `CREATE TRIGGER IF NOT EXISTS vectors_failing_gone AFTER DELETE ON vectors BEGIN
     DELETE FROM vectors_failing WHERE number = old.number;
   END`,
];

/** How many pieces an index has taken and cannot index, since when, and when the next is tried again. */
export interface Failing {
  pieces: number;
  since: number;
  nextTryAt: number;
}

/** The pieces that an index has taken and then failed to index. Each is tried again, ever more seldom. */
export class FailingPieces {
  private readonly sql: Sql;
  private readonly numbersOf: (ids: readonly string[]) => number[];

  constructor(sql: Sql, numbersOf: (ids: readonly string[]) => number[]) {
    this.sql = sql;
    this.numbersOf = numbersOf;
  }

  createTables(): void {
    for (const statement of TABLES) this.sql.all(statement);
  }

  /** Whether this piece may be tried again now. */
  isDue(id: string, now: number): boolean {
    const [row] = this.sql.all<{ next: number }>(
      `SELECT next_try AS next FROM vectors_failing WHERE number IN (${LISTED})`,
      this.listed([id]),
    );
    return row === undefined || row.next <= now;
  }

  /** Notes that these are tried again now. */
  tried(ids: readonly string[], now: number): void {
    this.sql.all(
      `INSERT INTO vectors_failing (number, since, next_try)
         SELECT number, ?, ? FROM vectors WHERE number IN (${LISTED})
         ON CONFLICT (number) DO UPDATE SET next_try = excluded.since + min(${MOST_WAIT_MS},
           max(${LEAST_WAIT_MS}, CAST((excluded.since - since) * ${SHARE_OF_AGE} AS INTEGER)))`,
      now,
      now + LEAST_WAIT_MS,
      this.listed(ids),
    );
  }

  /** Forgets all but these: the others are indexed. */
  keepOnly(ids: readonly string[]): void {
    this.sql.all(`DELETE FROM vectors_failing WHERE number NOT IN (${LISTED})`, this.listed(ids));
  }

  /** Undefined if there are none. */
  count(): Failing | undefined {
    const [row] = this.sql.all<Failing>(
      `SELECT count(*) AS pieces, min(since) AS since, min(next_try) AS nextTryAt
       FROM vectors_failing HAVING count(*) > 0`,
    );
    return row;
  }

  private listed(ids: readonly string[]): string {
    return JSON.stringify(this.numbersOf(ids));
  }
}

const LISTED = "SELECT value FROM json_each(?)";
