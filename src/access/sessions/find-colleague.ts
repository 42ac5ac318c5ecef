import { and, eq, isNull, type SQL } from "drizzle-orm";
import { isRefusal, noSuch, refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { reaches } from "../claim-tenant.ts";
import { PERMISSIONS_OF, type Role } from "../permissions.ts";
import type { Person } from "../principal.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
import { holdsTenant } from "../held-tenants.ts";
import { people } from "../tables.ts";
import { OF_PROVIDER } from "./keep-oidc-person.ts";

/** The people of a tenant; null for the operators. */
export type Team = string | null;

type Found = typeof people.$inferSelect;

export function isOfTeam(team: Team): SQL {
  return team === null ? isNull(people.tenants) : holdsTenant(people.tenants, team);
}

/**
 * A person of the team about whom `by` may decide: `by` reaches all tenants of the person and holds
 * all permissions that the person has.
 */
export async function findColleague(
  db: Database,
  by: Person,
  team: Team,
  personId: string,
): Promise<Found | Refusal> {
  const [row] = await db
    .select()
    .from(people)
    .where(and(isActive(personId), isOfTeam(team)));
  const isInReach = team === null ? by.reach === "all" : reaches(by.reach, team);
  if (row === undefined || !isInReach) {
    return noSuch("person");
  }
  return refuseDecision(by, row) ?? row;
}

/** Refuses if `by` may not decide about this person of a team that `by` reaches. */
export function refuseDecision(
  by: Person,
  { role, tenants }: Pick<Found, "role" | "tenants">,
): Refusal | undefined {
  if (tenants?.some((id) => !reaches(by.reach, id)) === true) {
    return refuse(403, "tenant_forbidden", "This person is also of a tenant you do not reach.");
  }
  return refuseRole(by, role);
}

/**
 * Refuses a role with permissions that `by` lacks: `by` may not give it, nor decide about who has it.
 */
export function refuseRole(by: Person, role: Role): Refusal | undefined {
  return refuseBeyond(by, PERMISSIONS_OF[role]);
}

export function isActive(personId: string) {
  return and(eq(people.id, personId), isNull(people.disabledAt));
}

/**
 * A condition of the statement that decides: the person is active and still has the role that was
 * judged.
 */
export function isStill({ id, role }: Found) {
  return and(isActive(id), eq(people.role, role));
}

/**
 * Looks again after that statement changed nothing: refuses, or starts anew if the role has changed.
 */
export async function judgeAgain(
  db: Database,
  by: Person,
  team: Team,
  judged: Found,
  { anew, same }: { anew: () => Promise<void | Refusal>; same: (still: Found) => Refusal },
): Promise<void | Refusal> {
  const still = await findColleague(db, by, team, judged.id);
  if (isRefusal(still)) return still;
  return still.role === judged.role ? same(still) : anew();
}

/** Whether an identity provider decides at each sign-in which role and tenants the person has. */
export function isOfProvider(personId: string): boolean {
  return personId.startsWith(OF_PROVIDER);
}

export function refuseForProvider(): Refusal {
  const message = "This person's identity provider decides this. Change it there.";
  return refuse(409, "provider_decides", message);
}
