import { sql } from "drizzle-orm";
import { deleteSome, type Database } from "../platform/index.ts";
import { accessTokens, serviceKeys } from "./tables.ts";

/**
 * Deletes at most `most` tokens and as many service keys that ended before then. Gives the larger of
 * both numbers: while it is `most`, there may be more.
 */
export async function forgetEnded(db: Database, before: number, most: number): Promise<number> {
  let gone = 0;
  for (const table of [accessTokens, serviceKeys]) {
    const hasEnded = sql`${table.revokedAt} <= ${before} or ${table.expiresAt} <= ${before}`;
    gone = Math.max(gone, await deleteSome(db, table, hasEnded, most));
  }
  return gone;
}
