import { and, eq, gt, lt, sql } from "drizzle-orm";
import {
  databaseBytes,
  keptAt,
  MAX_DATABASE_BYTES,
  uuidv7,
  type Database,
} from "../../platform/index.ts";
import { inspections } from "../tables.ts";

const DAY_MS = 86_400_000;

/**
 * How long clean inspections are kept once the database is nearly full, whatever their plan says.
 * They are most of what it holds, and a full one refuses the writes of every tenant.
 */
const KEPT_WHEN_FULL = [
  [0.9, 1],
  [0.8, 7],
] as const;

/** The days that clean inspections are kept; undefined as long as there is room for all of them. */
export async function daysOfClean(db: Database): Promise<number | undefined> {
  const share = (await databaseBytes(db)) / MAX_DATABASE_BYTES;
  return keptAt(KEPT_WHEN_FULL, share);
}

/** Deletes so many clean ones older than that with each call, the oldest first. */
export function forgetClean(db: Database, days: number, now: number) {
  const { id, verdict } = inspections;
  const until = `insp_${uuidv7(now - days * DAY_MS)}`;
  // Where the call before came to: those that stay are gone through once.
  let from = "";
  return async (most: number): Promise<number> => {
    const gone = await db
      .delete(inspections)
      .where(
        sql`${id} in (select ${id} from ${inspections}
          where ${and(eq(verdict, "clean"), gt(id, from), lt(id, until))}
          order by ${id} limit ${most})`,
      )
      .returning({ id });
    for (const row of gone) if (row.id > from) from = row.id;
    return gone.length;
  };
}
