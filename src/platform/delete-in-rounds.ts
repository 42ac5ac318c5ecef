import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

const ROWS_AT_ONCE = 5_000;
/** All jobs of one cron line together may ask D1 a thousand times. */
const MOST_ROUNDS = 40;

/** Deletes rows in rounds until a round is not full; gives the number of deleted rows. */
export async function deleteInRounds(
  deleteUpTo: (most: number) => Promise<number>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<number> {
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gone = await deleteUpTo(rowsAtOnce);
    all += gone;
    if (gone < rowsAtOnce) break;
  }
  return all;
}

/**
 * Deletes what fits among the oldest rows, as they were written; gives the number of deleted rows. Where
 * that is nearly the order in which they come to fit, those that stay are not gone through.
 */
export async function deleteOldest(
  db: Database,
  table: SQLiteTable,
  where: SQL,
  most: number,
): Promise<number> {
  const { meta } = await db.run(sql`delete from ${table} where rowid in
    (select rowid from ${table} order by rowid limit ${most}) and ${where}`);
  return meta.changes;
}

/** Deletes at most so many of the rows that fit; gives the number of deleted rows. */
export async function deleteSome(
  db: Database,
  table: SQLiteTable,
  where: SQL,
  most: number,
): Promise<number> {
  const { meta } = await db.run(sql`delete from ${table} where ${someOf(table, where, most)}`);
  return meta.changes;
}

/** At most so many of the rows that fit: the condition of a statement that may take no more. */
export function someOf(table: SQLiteTable, where: SQL, most: number): SQL {
  return sql`rowid in (select rowid from ${table} where ${where} limit ${most})`;
}
