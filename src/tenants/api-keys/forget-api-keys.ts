import { sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { apiKeys } from "../tables.ts";

/** Deletes so many of the keys that were deleted before then; how many went. */
export async function forgetApiKeys(db: Database, before: number, most: number): Promise<number> {
  const { meta } = await db.run(sql`delete from ${apiKeys} where rowid in
    (select rowid from ${apiKeys} where ${apiKeys.deletedAt} <= ${before} limit ${most})`);
  return meta.changes;
}
