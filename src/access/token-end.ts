import { sql, type SQL } from "drizzle-orm";
import { accessTokens } from "./tables.ts";

/** When a token ended before its time: it was revoked, or its owner removed or withdrawn. */
export const tokenEnd: SQL<number | null> = sql`coalesce(access_tokens.revoked_at, (
  select coalesce(owner.disabled_at, owner.withdrawn_at) from people owner where owner.id = access_tokens.person_id))`.mapWith(
  accessTokens.revokedAt,
);
