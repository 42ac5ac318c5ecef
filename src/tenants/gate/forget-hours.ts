import { sql } from "drizzle-orm";
import { deleteOldest, hourOf, type Database } from "../../platform/index.ts";
import { usageHours } from "../tables.ts";

/** Deletes hours before then, if they are among the `most` oldest rows. */
export function forgetHours(db: Database, before: number, most: number): Promise<number> {
  return deleteOldest(db, usageHours, sql`${usageHours.hour} < ${hourOf(before)}`, most);
}
