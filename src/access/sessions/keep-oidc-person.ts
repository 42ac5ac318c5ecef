import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { auditEach, auditStatementIf } from "../audit.ts";
import { erasedAmong } from "../erased-tenants.ts";
import { onlyTenant } from "../claim-tenant.ts";
import type { Role } from "../permissions.ts";
import { people } from "../tables.ts";

/** How the ids of people begin whom an identity provider vouches for. */
export const OF_PROVIDER = "oidc-";

/** A person as the identity provider describes him. At each sign-in that replaces what we have. */
export interface OidcPerson {
  personId: string;
  name: string;
  role: Role;
  /** Null: all of them. */
  tenants: string[] | null;
  issuer: string;
}

/** Makes the person or takes over what changed. Somebody who was removed here stays out. */
export async function keepOidcPerson(
  db: Database,
  { personId, name, role, tenants: named, issuer }: OidcPerson,
  now: number,
): Promise<string | Refusal> {
  const erased = named && (await erasedAmong(db, named));
  const tenants = named && named.filter((id) => erased?.has(id) !== true);
  if (tenants?.length === 0) return placeless();
  const createdBy = `oidc:${issuer}`;
  const [, , , kept] = await db.batch([
    ...traces(db, { at: now, actor: createdBy, target: personId }, { personId, role, tenants }),
    db
      .insert(people)
      .values({ id: personId, name, role, tenants, createdBy, createdAt: now })
      .onConflictDoUpdate({
        target: people.id,
        set: { name, role, tenants },
        setWhere: isNull(people.disabledAt),
      })
      .returning({ id: people.id }),
  ]);
  if (kept.length === 1) return personId;
  return refuse(403, "permission_denied", "This person was removed.");
}

function placeless(): Refusal {
  const message = "What was kept of your tenants here has been erased.";
  return refuse(403, "no_place_here", message);
}

/** Placed before the change in its batch: they compare the row with what it is about to become. */
function traces(
  db: Database,
  by: { at: number; actor: string; target: string },
  { personId, role, tenants }: Pick<OidcPerson, "personId" | "role" | "tenants">,
) {
  const reach = tenants === null ? null : JSON.stringify(tenants);
  // Somebody of several tenants stands in the log of none of them.
  const tenantId = onlyTenant(tenants);
  const there = and(eq(people.id, personId), isNull(people.disabledAt));
  const [otherRole, otherReach] = [ne(people.role, role), sql`${people.tenants} is not ${reach}`];
  const roles = sql`json_object('from', ${people.role}, 'to', ${role})`;
  const reaches = sql`json_object('from', json(${people.tenants}), 'to', json(${reach}))`;
  return [
    auditStatementIf(
      db,
      { ...by, action: "person.created", tenantId, detail: { role, tenants } },
      sql`not exists (select 1 from ${people} where ${people.id} = ${personId})`,
    ),
    auditEach(
      db,
      { ...by, action: "person.role_changed", tenantId, detail: roles },
      sql`${people} where ${and(there, otherRole)}`,
    ),
    auditEach(
      db,
      { ...by, action: "person.tenants_changed", detail: reaches },
      sql`${people} where ${and(there, otherReach)}`,
    ),
  ] as const;
}
