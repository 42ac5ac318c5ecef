import { claimTenant, type TenantId } from "../access/claim-tenant.ts";
import type { Principal } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { needTenant } from "./need-tenant.ts";

/**
 * Claims the tenant that a list is asked for. A caller who reaches all tenants gets 404 for an
 * unknown one instead of an empty list.
 */
export async function claimKnownTenant(
  db: Database,
  by: Principal,
  named: string,
): Promise<TenantId | Refusal> {
  const tenantId = claimTenant(by, named);
  if (isRefusal(tenantId) || by.reach !== "all") return tenantId;
  const tenant = await needTenant(db, tenantId);
  return isRefusal(tenant) ? tenant : tenantId;
}
