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
  return deleteOnward(db, id, sql`${verdict} = 'clean' and ${id} < ${until}`);
}
