import { and, eq, isNotNull, isNull, ne, sql, type SQL } from "drizzle-orm";
import { BREAKS_LINE, refuse, type Refusal } from "../../http/index.ts";
import { selectOf, type Database } from "../../platform/index.ts";
import { auditEach, auditStatementIf } from "../audit.ts";
import { erasedAmong } from "../erased-tenants.ts";
import { onlyTenant } from "../claim-tenant.ts";
import { PERMISSIONS_OF, ROLES, type Role } from "../permissions.ts";
import { OIDC_SUBJECT, type Person } from "../principal.ts";
import { people } from "../tables.ts";

/** What the ids of an identity provider's people begin with. */
export const OF_PROVIDER = "oidc-";
const MAX_NAME = 120;

/** A person as the identity provider describes them. Each sign-in stores it anew. */
export interface OidcPerson {
  personId: string;
  name: string;
  role: Role;
  /** Null: all tenants. */
  tenants: string[] | null;
  issuer: string;
}

/** The name that a provider gives, made one line of whole characters. */
export function nameFrom(said: string): string {
  const name = said.replaceAll(BREAKS_LINE, " ").trim().slice(0, MAX_NAME);
  return name.replaceAll(/\p{Cs}/gu, "");
}

/** Makes the person, or stores what changed. A person who was removed here stays out. */
export async function keepOidcPerson(
  db: Database,
  { tenants: named, issuer, ...person }: OidcPerson,
  now: number,
): Promise<string | Refusal> {
  const erased = named && (await erasedAmong(db, named));
  const tenants = named && named.filter((id) => erased?.has(id) !== true);
  if (tenants?.length === 0) return placeless();
  const createdBy = `${OIDC_SUBJECT}${issuer}`;
  const row = { ...person, tenants, createdBy, createdAt: now };
  const [, , , , kept] = await db.batch(takeOver(db, row, sql`true`, { name: row.name }));
  if (kept.length === 1) return person.personId;
  return refuse(403, "permission_denied", "This person was removed.");
}

/**
 * Statements for the batch in which a person makes a token with an identity provider's token. The new
 * token lives longer, so its maker is stored as a person, who can be found and removed. If no token
 * is made, nothing changes.
 */
export function keepMaker(db: Database, by: Person, now: number, isMade: SQL) {
  const { subject, personId, reach, permissions } = by;
  if (personId === undefined || !subject.startsWith(OIDC_SUBJECT)) return [];
  const [createdBy = "", ...sub] = subject.split("#");
  const holds = (role: Role) => PERMISSIONS_OF[role].every((each) => permissions.has(each));
  const person = {
    personId,
    name: nameFrom(sub.join("#")),
    role: ROLES.findLast(holds) ?? "viewer",
    tenants: reach === "all" ? null : [...new Set(reach)].toSorted(),
    createdBy,
    createdAt: now,
  };
  return takeOver(db, person, isMade);
}

type Kept = Omit<OidcPerson, "issuer"> & { createdBy: string; createdAt: number };

function takeOver(
  db: Database,
  { personId, ...row }: Kept,
  holds: SQL,
  more: { name?: string } = {},
) {
  const { role, tenants, createdBy, createdAt } = row;
  const person = { id: personId, ...row, disabledAt: null, withdrawnAt: null };
  const by = { at: createdAt, actor: createdBy, target: personId };
  return [
    ...traces(db, by, { personId, role, tenants }, holds),
    db
      .insert(people)
      .select(sql`${selectOf(people, person)} where ${holds}`)
      .onConflictDoUpdate({
        target: people.id,
        set: { role, tenants, withdrawnAt: null, ...more },
        setWhere: isNull(people.disabledAt),
      })
      .returning({ id: people.id }),
  ] as const;
}

function placeless(): Refusal {
  const message = "What was kept of your tenants here has been erased.";
  return refuse(403, "no_place_here", message);
}

/**
 * The audit entries. They come before the change in its batch, because they compare the row with it.
 */
function traces(
  db: Database,
  by: { at: number; actor: string; target: string },
  { personId, role, tenants }: Pick<OidcPerson, "personId" | "role" | "tenants">,
  holds: SQL,
) {
  const reach = tenants === null ? null : JSON.stringify(tenants);
  // A person of several tenants is in none of their logs.
  const tenantId = onlyTenant(tenants);
  const there = and(eq(people.id, personId), isNull(people.disabledAt), holds);
  const [otherRole, otherReach] = [ne(people.role, role), sql`${people.tenants} is not ${reach}`];
  const roles = sql`json_object('from', ${people.role}, 'to', ${role})`;
  const reaches = sql`json_object('from', json(${people.tenants}), 'to', json(${reach}))`;
  return [
    auditStatementIf(
      db,
      { ...by, action: "person.created", tenantId, detail: { role, tenants } },
      sql`${holds} and not exists (select 1 from ${people} where ${people.id} = ${personId})`,
    ),
    auditEach(
      db,
      { ...by, action: "person.role_changed", tenantId, detail: roles },
      sql`${people} where ${and(there, otherRole)}`,
    ),
    auditEach(
      db,
      { ...by, action: "person.restored", tenantId },
      sql`${people} where ${and(there, isNotNull(people.withdrawnAt))}`,
    ),
    auditEach(
      db,
      { ...by, action: "person.tenants_changed", detail: reaches },
      sql`${people} where ${and(there, otherReach)}`,
    ),
  ] as const;
}
