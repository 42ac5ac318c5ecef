import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { auditIfChanged, byPerson } from "../audit.ts";
import { readCredential, type PresentedCredential } from "../credential.ts";
import { invites, people, sessions } from "../tables.ts";
import { mintSession } from "./start-session.ts";

/** Spends a sign-in link and gives the secret of a new session, for the cookie. */
export async function acceptInvite(
  db: Database,
  code: string,
  now: number,
): Promise<string | Refusal> {
  const presented = readCredential("rmp_inv", code);
  if (presented === null) return spent();
  const unspent = whileUnspent(presented, now);
  const [invite] = await db.select().from(invites).where(unspent);
  if (invite === undefined) return spent();
  const { personId } = invite;
  const { secret, hash } = mintSession();
  const times = { createdAt: now, seenAt: now, endedAt: null, provenAt: null };
  const row = { hash, personId, ...times };
  const trace = { at: now, ...byPerson(personId), detail: { by: "link" } };
  // One conditional write spends the link, so that of two clicks at once only one wins. The session
  // is made in the same batch: no failure can leave the person with neither.
  const [used] = await db.batch([
    db.update(invites).set({ usedAt: now }).where(unspent).returning({ id: invites.id }),
    db.insert(sessions).select(sql`${selectOf(sessions, row)} where changes() = 1`),
    auditIfChanged(db, { ...trace, action: "session.started" }),
  ]);
  return used.length === 1 ? secret : spent();
}

function whileUnspent({ id, hash }: PresentedCredential, now: number) {
  return and(
    eq(invites.id, id),
    eq(invites.hash, hash),
    isNull(invites.usedAt),
    gt(invites.expiresAt, now),
    sql`exists (select 1 from ${people}
      where ${people.id} = ${invites.personId} and ${people.disabledAt} is null)`,
  );
}

function spent(): Refusal {
  return refuse(410, "invite_spent", "This link was used already, or its time is over.");
}
