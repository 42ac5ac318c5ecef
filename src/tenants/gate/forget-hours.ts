import { sql } from "drizzle-orm";
import { deleteOldest, type Database } from "../../platform/index.ts";
import { usageHours } from "../tables.ts";

/** Deletes hours before then, among the `most` oldest rows. */
export function forgetHours(db: Database, before: number, most: number): Promise<number> {
  const hour = new Date(before).toISOString().slice(0, "YYYY-MM-DDTHH".length);
  return deleteOldest(db, usageHours, sql`${usageHours.hour} < ${hour}`, most);
}
