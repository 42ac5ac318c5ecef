import { sql } from "drizzle-orm";
import { deleteSome, type Database } from "../../platform/index.ts";
import { apiKeys } from "../tables.ts";

/**
 * Deletes at most `most` rows of keys that were deleted, or replaced and ended, before then. Gives
 * how many.
 */
export function forgetApiKeys(db: Database, before: number, most: number): Promise<number> {
  return deleteSome(
    db,
    apiKeys,
    sql`${apiKeys.deletedAt} <= ${before}
    or (${apiKeys.replacedBy} is not null and ${apiKeys.expiresAt} <= ${before})`,
    most,
  );
}
