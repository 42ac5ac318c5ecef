import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

const ROWS_AT_ONCE = 5_000;
/** All jobs of one cron line share a thousand queries to D1. */
const MOST_ROUNDS = 40;

/** Deletes rows round after round, until one is not full. Returns how many. */
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
 * Looks at the `most` rows that were written first, and deletes those that fit. For tables where the
 * oldest rows fit first: rows that stay are then not read. Returns how many were deleted.
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

/**
 * Gives a function that deletes up to `most` of the rows that fit with each call, in the order of an
 * indexed column. Each call goes on where the one before stopped, so rows that stay are read once.
 */
export function deleteOnward(db: Database, column: SQLiteColumn, where: SQL) {
  const { table } = column;
  let from: string | number | undefined;
  return async (most: number): Promise<number> => {
    const onward = from === undefined ? where : sql`${where} and ${column} >= ${from}`;
    const gone = await db
      .delete(table)
      .where(
        sql`rowid in (select rowid from ${table} where ${onward} order by ${column} limit ${most})`,
      )
      .returning({ at: sql<string | number>`${column}` });
    for (const { at } of gone) if (from === undefined || at > from) from = at;
    return gone.length;
  };
}

/** Deletes up to `most` of the rows that fit. Returns how many. */
export async function deleteSome(
  db: Database,
  table: SQLiteTable,
  where: SQL,
  most: number,
): Promise<number> {
  const { meta } = await db.run(sql`delete from ${table} where ${someOf(table, where, most)}`);
  return meta.changes;
}

/** The condition for up to `most` of the rows that fit. */
export function someOf(table: SQLiteTable, where: SQL, most: number): SQL {
  return sql`rowid in (select rowid from ${table} where ${where} limit ${most})`;
}
