import { sql } from "drizzle-orm";
import {
  DAY_MS,
  databaseBytes,
  deleteOnward,
  keptAt,
  MAX_DATABASE_BYTES,
  uuidv7,
  type Database,
} from "../../platform/index.ts";
import { inspections } from "../tables.ts";

/**
 * From which share of a full database on clean inspections are kept for only so many days, whatever
 * their plan says. They are most of the data, and a full database refuses the writes of every tenant.
 */
const KEPT_WHEN_FULL = [
  [0.9, 1],
  [0.8, 7],
] as const;

/**
 * Returns for how many days clean inspections are kept, or undefined while there is room for all of
 * them.
 */
export async function daysOfClean(db: Database): Promise<number | undefined> {
  const share = (await databaseBytes(db)) / MAX_DATABASE_BYTES;
  return keptAt(KEPT_WHEN_FULL, share);
}

/**
 * Gives a function that deletes so many clean inspections older than `days` with each call, the oldest
 * first.
 */
export function forgetClean(db: Database, days: number, now: number) {
  const { id, verdict } = inspections;
  const until = `insp_${uuidv7(now - days * DAY_MS)}`;
  return deleteOnward(db, id, sql`${verdict} = 'clean' and ${id} < ${until}`);
}
