import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.ts";

const ROWS_AT_ONCE = 1_000;
const MOST_ROUNDS = 200;

/** Deletes rows in rounds until a round is not full; gives the number of deleted rows. */
export async function deleteInRounds(
  deleteSome: (most: number) => Promise<number>,
): Promise<number> {
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const gone = await deleteSome(ROWS_AT_ONCE);
    all += gone;
    if (gone < ROWS_AT_ONCE) break;
  }
  return all;
}

/** Deletes at most so many of the rows that fit; gives the number of deleted rows. */
export async function deleteSome(
  db: Database,
  table: SQLiteTable,
  where: SQL,
  most: number,
): Promise<number> {
  const { meta } = await db.run(sql`delete from ${table} where rowid in
    (select rowid from ${table} where ${where} limit ${most})`);
  return meta.changes;
}
