import { claimTenant, type TenantId } from "../../access/claim-tenant.ts";
import type { Person } from "../../access/principal.ts";
import { refuseField, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { claimKnownTenant } from "../../tenants/claim-known-tenant.ts";

/**
 * The tenant whose agents are meant; null for those of all, which only operators may mean. An order
 * belongs to one tenant or to the operators, so that nobody sees another tenant's numbers in it.
 */
export async function claimOwner(
  db: Database,
  by: Person,
  named: string | undefined,
): Promise<TenantId | null | Refusal> {
  if (named !== undefined) return claimKnownTenant(db, by, named);
  if (by.reach === "all") return null;
  const [only, ...others] = by.reach;
  if (only !== undefined && others.length === 0) return claimTenant(by, only);
  return refuseField("tenantId", "must be one of yours: you have several");
}
