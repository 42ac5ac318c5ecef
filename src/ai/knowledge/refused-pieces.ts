import { DAY_MS } from "../../platform/index.ts";
import type { Sql } from "./sql.ts";

/** How long a piece stays refused before the model is asked again: a refusal need not be for good. */
const REFUSED_FOR_MS = 7 * DAY_MS;
/** So many refused pieces get another chance in one day, the oldest first. */
const MOST_A_DAY = 100;

/** What `vectors.stored` says of these pieces; an earlier version knows only that. */
export const REFUSED = 2;
/** What `since` says of a piece that the model refused once, and that is to be sent again. */
const DOUBTED = 0;

const TABLES = [
  "CREATE TABLE IF NOT EXISTS vectors_refused (number INTEGER PRIMARY KEY, since INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS vectors_refused_since ON vectors_refused (since)",
  `CREATE TRIGGER IF NOT EXISTS vector_gone AFTER DELETE ON vectors BEGIN
     DELETE FROM vectors_refused WHERE number = old.number;
   END`,
  `CREATE INDEX IF NOT EXISTS vectors_unfit ON vectors (number) WHERE stored = ${REFUSED}`,
  // An earlier version refuses a piece for good at its first refusal.
  `INSERT OR IGNORE INTO vectors_refused (number, since)
     SELECT number, ${DOUBTED} FROM vectors WHERE stored = ${REFUSED}`,
];

/** The pieces that the model refuses: once, or again and therefore for some days. */
export class RefusedPieces {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  createTables(): void {
    for (const statement of TABLES) this.sql.all(statement);
  }

  /** The numbers of pieces that were refused once. */
  get doubted(): string {
    return `SELECT number FROM vectors_refused WHERE since = ${DOUBTED}`;
  }

  /** Notes a refusal: the first one without a time. A piece that was removed meanwhile is left out. */
  note(numbers: readonly number[], since: number = DOUBTED): void {
    this.sql.all(
      `INSERT INTO vectors_refused (number, since)
         SELECT number, ? FROM vectors WHERE number IN (SELECT value FROM json_each(?))
         ON CONFLICT (number) DO UPDATE SET since = excluded.since`,
      since,
      JSON.stringify(numbers),
    );
  }

  forget(numbers: readonly number[]): void {
    this.sql.all(
      "DELETE FROM vectors_refused WHERE number IN (SELECT value FROM json_each(?))",
      JSON.stringify(numbers),
    );
  }

  /** Doubts the oldest refusals again. Gives how many pieces that are. */
  doubtOldest(now: number): number {
    return this.sql.all(
      `UPDATE vectors_refused SET since = ${DOUBTED} WHERE number IN (
         SELECT number FROM vectors_refused WHERE since > ${DOUBTED} AND since <= ?
         ORDER BY since LIMIT ${MOST_A_DAY}) RETURNING number`,
      now - REFUSED_FOR_MS,
    ).length;
  }

  /** When the oldest refusal is to be doubted; Infinity if there is none. */
  oldestEndsAt(): number {
    const [row] = this.sql.all<{ oldest: number | null }>(
      `SELECT min(since) AS oldest FROM vectors_refused WHERE since > ${DOUBTED}`,
    );
    return (row?.oldest ?? Infinity) + REFUSED_FOR_MS;
  }
}
