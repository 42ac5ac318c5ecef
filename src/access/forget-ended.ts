import { sql } from "drizzle-orm";
import type { Database } from "../platform/index.ts";
import { accessTokens, serviceKeys } from "./tables.ts";

/** Deletes so many of the tokens and service keys that ended before then; how many went. */
export async function forgetEnded(db: Database, before: number, most: number): Promise<number> {
  let gone = 0;
  for (const table of [accessTokens, serviceKeys]) {
    const { meta } = await db.run(sql`delete from ${table} where rowid in
      (select rowid from ${table}
        where ${table.revokedAt} <= ${before} or ${table.expiresAt} <= ${before} limit ${most})`);
    gone = Math.max(gone, meta.changes);
  }
  return gone;
}
