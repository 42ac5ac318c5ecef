import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
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

/**
 * Deletes so many of the rows that fit with each call, in the order of a column that has an index. A
 * call goes on where the one before came to, so those that stay are gone through once.
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
