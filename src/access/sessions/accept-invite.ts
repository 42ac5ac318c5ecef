import { and, eq, gt, isNull } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { readCredential } from "../credential.ts";
import { invites } from "../tables.ts";
import { startSession } from "./session.ts";

/** The secret of a new session, for the cookie, in exchange for an unused link. */
export async function acceptInvite(
  db: Database,
  code: string,
  now: number,
): Promise<string | Refusal> {
  const presented = readCredential("rmp_inv", code);
  if (presented === null) return spent();
  // One conditional write decides, so that two clicks at once cannot both win.
  const [used] = await db
    .update(invites)
    .set({ usedAt: now })
    .where(
      and(
        eq(invites.id, presented.id),
        eq(invites.hash, presented.hash),
        isNull(invites.usedAt),
        gt(invites.expiresAt, now),
      ),
    )
    .returning({ personId: invites.personId });
  if (used === undefined) return spent();
  return startSession(db, used.personId, "link", now);
}

function spent(): Refusal {
  return refuse(410, "invite_spent", "This link was used already, or its time is over.");
}
