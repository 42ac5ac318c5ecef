import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { auditEach, byPerson } from "../audit.ts";
import { ROLES, type Role } from "../permissions.ts";
import { OIDC_SUBJECT } from "../principal.ts";
import { people } from "../tables.ts";
import { keepOidcPerson, type OidcPerson } from "./keep-oidc-person.ts";
import { endForProvider } from "./own-sessions.ts";

/** A person whom an identity provider confirms; the provider may give no role or no tenants. */
export type VouchedFor = Omit<OidcPerson, "role" | "tenants"> & {
  role: Role | undefined;
  tenants: string[] | null | undefined;
};

/** The role that is stored for a person to whom the provider gives none: the column needs one. */
const LEAST: Role = "viewer";

/**
 * Gives the id of a person who may come in. Who has no role or tenant at the provider any more loses
 * access here.
 */
export async function admitOidcPerson(
  db: Database,
  { role, tenants, ...person }: VouchedFor,
  now: number,
): Promise<string | Refusal> {
  const hasPlace = role !== undefined && tenants !== undefined;
  const kept = hasPlace ? await keepOidcPerson(db, { ...person, role, tenants }, now) : placeless();
  if (isRefusal(kept) && kept.error === "no_place_here") {
    await letGo(db, { ...person, role: role ?? LEAST }, now);
  }
  return kept;
}

/**
 * Ends a person's sessions, lowers the role and stops the tokens, until the provider gives a place
 * again. The person stays in the lists of the tenants, where an owner can remove them for good.
 */
async function letGo(
  db: Database,
  { personId, issuer, role }: Pick<OidcPerson, "personId" | "issuer" | "role">,
  now: number,
): Promise<void> {
  const actor = `${OIDC_SUBJECT}${issuer}`;
  const detail = sql`json_object('from', ${people.role}, 'to', ${role})`;
  const trace = { at: now, ...byPerson(personId), actor, target: personId };
  const more = ROLES.slice(ROLES.indexOf(role) + 1);
  const isHere = and(eq(people.id, personId), isNull(people.disabledAt));
  const changes = and(isHere, inArray(people.role, more));
  const leaves = and(isHere, isNull(people.withdrawnAt));
  const changed = { ...trace, action: "person.role_changed", detail };
  await db.batch([
    auditEach(db, changed, sql`${people} where ${changes}`),
    auditEach(db, { ...trace, action: "person.withdrawn" }, sql`${people} where ${leaves}`),
    db.update(people).set({ role }).where(changes),
    // Also if it is set: the provider's tokens that it issued since are of before as well now.
    db.update(people).set({ withdrawnAt: now }).where(isHere),
  ]);
  await endForProvider(db, personId, { actor, now });
}

/** Says what is missing, because signing in again would not help. */
function placeless(): Refusal {
  const message =
    "The identity provider confirmed who you are, but gives you no role or no tenant here. Ask whoever runs it.";
  return refuse(403, "no_place_here", message);
}
