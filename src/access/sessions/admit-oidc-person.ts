import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { auditEach, byPerson } from "../audit.ts";
import { ROLES, type Role } from "../permissions.ts";
import { OIDC_SUBJECT } from "../principal.ts";
import { people } from "../tables.ts";
import { keepOidcPerson, type OidcPerson } from "./keep-oidc-person.ts";
import { endForProvider } from "./own-sessions.ts";

/** Whom an identity provider confirms; it may give him no role or no tenants here. */
export type VouchedFor = Omit<OidcPerson, "role" | "tenants"> & {
  role: Role | undefined;
  tenants: string[] | null | undefined;
};

/** The least that a person may be called: nobody is kept without a role. */
const LEAST: Role = "viewer";

/** The id of the person, who may come in. Whom the provider gives no place is not in any more. */
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
 * Ends his sessions, and lowers what his tokens may to what his role does, until he is given a place
 * again. He stays among the people of his tenants, where an owner finds his tokens.
 */
async function letGo(
  db: Database,
  { personId, issuer, role }: Pick<OidcPerson, "personId" | "issuer" | "role">,
  now: number,
): Promise<void> {
  const actor = `${OIDC_SUBJECT}${issuer}`;
  const detail = sql`json_object('from', ${people.role}, 'to', ${role})`;
  const trace = { at: now, ...byPerson(personId), actor, target: personId, detail };
  const more = ROLES.slice(ROLES.indexOf(role) + 1);
  const changes = and(
    eq(people.id, personId),
    isNull(people.disabledAt),
    inArray(people.role, more),
  );
  await db.batch([
    auditEach(db, { ...trace, action: "person.role_changed" }, sql`${people} where ${changes}`),
    db.update(people).set({ role }).where(changes),
  ]);
  await endForProvider(db, personId, { actor, now });
}

/** He is who he says; trying again would change nothing, so it is said what is missing. */
function placeless(): Refusal {
  const message =
    "The identity provider confirmed who you are, but gives you no role or no tenant here. Ask whoever runs it.";
  return refuse(403, "no_place_here", message);
}
