import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { refuse, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { reaches } from "../claim-tenant.ts";
import { PERMISSIONS_OF, type Role } from "../permissions.ts";
import type { Person } from "../principal.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
import { people } from "../tables.ts";
import { OF_PROVIDER } from "./keep-oidc-person.ts";
import { isOf } from "./list-people.ts";

/**
 * Somebody of the tenant whom `by` may decide about: within reach in all his tenants, and not
 * holding more than `by` does.
 */
export async function findColleague(
  db: Database,
  by: Person,
  tenantId: string,
  personId: string,
): Promise<typeof people.$inferSelect | Refusal> {
  const [row] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.disabledAt), isOf(tenantId)));
  if (row === undefined || !reaches(by.reach, tenantId)) {
    return refuse(404, "not_found", "There is no such person.");
  }
  return refuseDecision(by, row) ?? row;
}

/** Why `by` may not decide about somebody of his tenant. */
export function refuseDecision(
  by: Person,
  { role, tenants }: Pick<typeof people.$inferSelect, "role" | "tenants">,
): Refusal | undefined {
  if (tenants?.some((id) => !reaches(by.reach, id)) !== false) {
    return refuse(403, "tenant_forbidden", "This person is also of a tenant you do not reach.");
  }
  return beyond(by, role);
}

export function beyond(by: Person, role: Role): Refusal | undefined {
  return refuseBeyond(by, PERMISSIONS_OF[role]);
}

/** Holds in the very statement that takes an owner away, so that two at once cannot both go. */
export function anotherOwner(tenantId: string, personId: string) {
  return sql`(${people.role} <> 'owner' or ${hasOwnerBeside(personId, sql`${tenantId}`)})`;
}

/** The same of every tenant that he is of: a role is one for them all. */
export function anotherOwnerInAll(personId: string) {
  return sql`(${people.role} <> 'owner' or not exists (
    select 1 from json_each(${people.tenants}) mine
      where not ${hasOwnerBeside(personId, sql`mine.value`)}))`;
}

function hasOwnerBeside(personId: string, tenantId: SQL): SQL {
  return sql`exists (
    select 1 from people other where other.id <> ${personId} and other.role = 'owner'
      and other.disabled_at is null
      and exists (select 1 from json_each(other.tenants) theirs where theirs.value = ${tenantId}))`;
}

export function same(personId: string) {
  return and(eq(people.id, personId), isNull(people.disabledAt));
}

/** Whether an identity provider says of him, at each sign-in, what he may do and where. */
export function isOfProvider(personId: string): boolean {
  return personId.startsWith(OF_PROVIDER);
}

export function providerDecides(): Refusal {
  const message = "This person's identity provider decides this. Change it there.";
  return refuse(409, "provider_decides", message);
}

export function lastOwner(): Refusal {
  return refuse(409, "last_owner", "At least one owner must stay.");
}
