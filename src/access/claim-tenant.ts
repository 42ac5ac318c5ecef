import { refuse, type Refusal } from "../http/index.ts";
import type { Principal, Reach } from "./principal.ts";
import { noSuchTenant } from "./refusals.ts";

export const MAX_TENANT_ID = 64;
/** The form of a tenant id. Anything else must not get into a log line. */
export const TENANT_ID = new RegExp(`^[a-z0-9-]{3,${MAX_TENANT_ID}}$`);

/**
 * A tenant id that the caller was found to reach. Rules take this type instead of a string, so that
 * an unchecked id out of a path, a query or a body does not compile.
 */
export type TenantId = string & { readonly claimed: unique symbol };

export function reaches(reach: Reach, tenantId: string): boolean {
  return reach === "all" || reach.includes(tenantId);
}

/** The tenant if there is exactly one, for the audit log; null for several or all. */
export function onlyTenant(tenants: Reach | null): string | null {
  return Array.isArray(tenants) && tenants.length === 1 ? (tenants[0] ?? null) : null;
}

/** For a tenant named in a body or query: 403 says that the caller is not of that tenant. */
export function claimTenant(principal: Principal, tenantId: string): TenantId | Refusal {
  if (reaches(principal.reach, tenantId)) return tenantId as TenantId;
  return refuse(
    403,
    "tenant_forbidden",
    `This credential does not reach the tenant "${tenantId}".`,
  );
}

/** For a tenant named in a path: one that is out of reach looks like one that is not there. */
export function findTenantInPath(principal: Principal, tenantId: string): TenantId | Refusal {
  if (reaches(principal.reach, tenantId)) return tenantId as TenantId;
  return noSuchTenant();
}

/** For work that no caller asked for, such as a delivery: the tenant comes from our own records. */
export function claimedBySystem(tenantId: string): TenantId {
  return tenantId as TenantId;
}
