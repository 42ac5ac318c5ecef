import { isNull, sql } from "drizzle-orm";
import type { Refusal } from "../../http/index.ts";
import { DAY_MS, selectOf, uuidv7, type Database } from "../../platform/index.ts";
import { auditStatementIf, doneBy } from "../audit.ts";
import { onlyTenant, reaches } from "../claim-tenant.ts";
import { mintCredential } from "../credential.ts";
import { endStatement, hasEnded, refuseEnded } from "../has-ended.ts";
import { hasRoom, MOST_PEOPLE, tooManyPeople } from "../leave-room.ts";
import type { Role } from "../permissions.ts";
import type { Person } from "../principal.ts";
import { invites, people } from "../tables.ts";
import { beyondReach } from "../refusals.ts";
import { refuseRole } from "./find-colleague.ts";

export const INVITE_LIFE_MS = DAY_MS;

export interface Invitation {
  name: string;
  role: Role;
  /** Absent: every tenant that the inviter reaches. */
  tenants?: readonly string[] | undefined;
}

export interface Invited {
  personId: string;
  /** The secret of the link, shown once. */
  code: string;
  expiresAt: number;
}

/** Makes a person and a one-time link for the first sign-in. */
export async function invitePerson(
  db: Database,
  by: Person,
  { name, role, tenants }: Invitation,
  now: number,
): Promise<Invited | Refusal> {
  const refused = refuseRole(by, role);
  if (refused !== undefined) return refused;
  if (tenants?.some((tenantId) => !reaches(by.reach, tenantId)) === true) {
    return beyondReach();
  }
  const reach = tenants ?? (by.reach === "all" ? null : by.reach);
  const of = reach && [...new Set(reach)];
  const personId = uuidv7(now);
  const { text, id, hash } = mintCredential("rmp_inv");
  const expiresAt = now + INVITE_LIFE_MS;
  // A person of several tenants is in none of their logs.
  const tenantId = onlyTenant(of);
  const trace = { at: now, ...doneBy(by), tenantId, target: personId, detail: { role } };
  const made = { createdBy: by.subject, createdAt: now };
  const person = {
    id: personId,
    name,
    role,
    tenants: of,
    ...made,
    disabledAt: null,
    withdrawnAt: null,
  };
  const room = hasRoom(people, of, isNull(people.disabledAt), MOST_PEOPLE);
  const link = { id, hash, personId, expiresAt, ...made, usedAt: null };
  const isMade = sql`exists (select 1 from ${people} where ${people.id} = ${personId})`;
  const [added, , , ended] = await db.batch([
    db
      .insert(people)
      .select(sql`${selectOf(people, person)} where not ${hasEnded(by)} and ${room}`)
      .returning({ id: people.id }),
    db.insert(invites).select(sql`${selectOf(invites, link)} where ${isMade}`),
    auditStatementIf(db, { ...trace, action: "person.invited" }, isMade),
    endStatement(db, by),
  ]);
  if (added.length === 0) return refuseEnded(ended) ?? tooManyPeople();
  return { personId, code: text, expiresAt };
}
