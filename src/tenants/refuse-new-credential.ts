import { reaches } from "../access/claim-tenant.ts";
import type { ServiceOperation } from "../access/permissions.ts";
import type { Person } from "../access/principal.ts";
import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { checkTenantsExist } from "./check-tenants-exist.ts";
import { tenantClosed, tenantInactive } from "./refusals.ts";
import { refuseErased } from "./refuse-erased.ts";
import { statusOfEach } from "./store.ts";

/**
 * Refuses a token or a person for a closed tenant, or by its own people for a suspended one. Without
 * named tenants the caller's count; for an operator, who reaches all, nothing is checked then.
 */
export async function refuseNewCredential(
  db: Database,
  by: Person,
  wanted: readonly string[] | undefined,
): Promise<Refusal | undefined> {
  const unknown = await checkTenantsExist(db, by, wanted);
  if (unknown !== undefined) return unknown;
  const { reach } = by;
  const given = wanted?.filter((id) => reaches(reach, id)) ?? (reach === "all" ? [] : reach);
  const statuses = await statusOfEach(db, given);
  const closed = given.filter((id) => statuses.get(id) === "closed");
  if (closed.length > 0) return tenantClosed(closed);
  const suspended = given.filter((id) => statuses.get(id) === "suspended");
  return suspended.length > 0 && by.kind !== "operator" ? tenantInactive(suspended) : undefined;
}

interface ServiceKeyAsked {
  operations: readonly ServiceOperation[];
  tenants?: readonly string[] | undefined;
}

/**
 * The same for a service key, except that a key that only decrypts may be made for a closed tenant
 * until its erasure.
 */
export async function refuseNewServiceKey(
  db: Database,
  by: Person,
  { operations, tenants }: ServiceKeyAsked,
): Promise<Refusal | undefined> {
  const onlyReads = operations.every((operation) => operation === "decrypt");
  if (!onlyReads) return refuseNewCredential(db, by, tenants);
  return (await checkTenantsExist(db, by, tenants)) ?? refuseErased(db, ...(tenants ?? []));
}
