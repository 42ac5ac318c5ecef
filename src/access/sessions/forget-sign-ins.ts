import { sql } from "drizzle-orm";
import { deleteSome, type Database } from "../../platform/index.ts";
import { invites, sessions } from "../tables.ts";
import { ABSOLUTE_MS, IDLE_MS } from "./session.ts";

/**
 * Deletes at most `most` sessions and as many links that ended before then. A person's last session
 * stays, because the list of people shows when the person was last seen.
 */
export async function forgetSignIns(db: Database, before: number, most: number): Promise<number> {
  const isOver = sql`(${sessions.endedAt} <= ${before} or ${sessions.seenAt} <= ${before - IDLE_MS}
      or ${sessions.createdAt} <= ${before - ABSOLUTE_MS})
    and exists (select 1 from sessions later where later.person_id = ${sessions.personId}
      and (later.seen_at, later.hash) > (${sessions.seenAt}, ${sessions.hash}))`;
  const isSpent = sql`${invites.usedAt} <= ${before} or ${invites.expiresAt} <= ${before}`;
  const [ended, spent] = await Promise.all([
    deleteSome(db, sessions, isOver, most),
    deleteSome(db, invites, isSpent, most),
  ]);
  return ended + spent;
}
