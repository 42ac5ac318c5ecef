import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { auditStatementIf, doneBy } from "../audit.ts";
import { mintCredential } from "../credential.ts";
import { endStatement, hasEnded, refuseEnded } from "../has-ended.ts";
import type { Person } from "../principal.ts";
import { invites, passkeys, people, sessions } from "../tables.ts";
import { findColleague, isOfProvider, isStill, type Team } from "./find-colleague.ts";
import { INVITE_LIFE_MS, type Invited } from "./invite-person.ts";

/**
 * Ends every session, passkey and older link of a person who lost the way in, and makes a new
 * one-time link. Null for a provider's people: theirs end as well, but they sign in at the provider.
 */
export async function recoverPerson(
  db: Database,
  by: Person,
  { team, personId }: { team: Team; personId: string },
  now: number,
): Promise<Invited | null | Refusal> {
  const row = await findColleague(db, by, team, personId);
  if (isRefusal(row)) return row;
  const { text, id, hash } = mintCredential("rmp_inv");
  const expiresAt = now + INVITE_LIFE_MS;
  const made = { createdBy: by.subject, createdAt: now, usedAt: null };
  const link = selectOf(invites, { id, hash, personId, expiresAt, ...made });
  const trace = { at: now, ...doneBy(by), tenantId: team, target: personId };
  const signsInThere = isOfProvider(personId);
  const isThere = db.select({ id: people.id }).from(people).where(isStill(row));
  const stands = sql`(not ${hasEnded(by)} and exists ${isThere})`;
  const [ended, there] = await db.batch([
    endStatement(db, by),
    isThere,
    ...endWaysIn(db, personId, stands, now),
    ...(signsInThere ? [] : [db.insert(invites).select(sql`${link} where ${stands}`)]),
    auditStatementIf(db, { ...trace, action: "person.recovered" }, stands),
  ]);
  const refused = refuseEnded(ended);
  if (refused !== undefined) return refused;
  // The person was removed meanwhile, or has another role.
  if (there.length === 0) return recoverPerson(db, by, { team, personId }, now);
  return signsInThere ? null : { personId, code: text, expiresAt };
}

function endWaysIn(db: Database, personId: string, stands: SQL, now: number) {
  const openSessions = and(eq(sessions.personId, personId), isNull(sessions.endedAt));
  const openLinks = and(eq(invites.personId, personId), isNull(invites.usedAt));
  return [
    db.update(sessions).set({ endedAt: now }).where(and(openSessions, stands)),
    db.update(invites).set({ usedAt: now }).where(and(openLinks, stands)),
    db.delete(passkeys).where(and(eq(passkeys.personId, personId), stands)),
  ] as const;
}
