import { sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { usageHours } from "../tables.ts";

/**
 * Deletes hours before then, among the `most` oldest rows. Rows stand in the order in which they were
 * written, which is nearly that of their hours, so those that stay are not gone through.
 */
export async function forgetHours(db: Database, before: number, most: number): Promise<number> {
  const hour = new Date(before).toISOString().slice(0, "YYYY-MM-DDTHH".length);
  const { meta } = await db.run(sql`delete from ${usageHours} where rowid in
      (select rowid from ${usageHours} order by rowid limit ${most})
    and ${usageHours.hour} < ${hour}`);
  return meta.changes;
}
