import { and, eq, gt, isNull } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { randomBase62, type Database } from "../../platform/index.ts";
import { recordAudit } from "../audit.ts";
import { hashOf, readCredential } from "../credential.ts";
import { invites, sessions } from "../tables.ts";

/** 256 bits and a few. */
const SESSION_SECRET_LENGTH = 44;

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
  const secret = randomBase62(SESSION_SECRET_LENGTH);
  const { personId } = used;
  await db.insert(sessions).values({ hash: hashOf(secret), personId, createdAt: now, seenAt: now });
  await recordAudit(db, { at: now, actor: `person:${personId}`, action: "session.started" });
  return secret;
}

function spent(): Refusal {
  return refuse(410, "invite_spent", "This link was used already, or its time is over.");
}
