import { refuse, type Refusal } from "../http/index.ts";
import type { Principal, Reach } from "./principal.ts";
import { noSuchTenant } from "./refusals.ts";

export const MAX_TENANT_ID = 64;
/** The form of a tenant id. Anything else must not get into a log line. */
export const TENANT_ID = new RegExp(`^[a-z0-9-]{3,${MAX_TENANT_ID}}$`);

/**
 * A tenant id that the caller is known to reach. Rules take this type instead of a string, so that an
 * unchecked id from a path, a query or a body does not compile.
 */
export type TenantId = string & { readonly claimed: unique symbol };

export function reaches(reach: Reach, tenantId: string): boolean {
  return reach === "all" || reach.includes(tenantId);
}

/** The tenant if there is exactly one, for the audit log; null for several or all. */
export function onlyTenant(tenants: Reach | null): string | null {
  return Array.isArray(tenants) && tenants.length === 1 ? (tenants[0] ?? null) : null;
}

/** Checks a tenant that a body or a query names: 403 says that the caller does not reach it. */
export function claimTenant(principal: Principal, tenantId: string): TenantId | Refusal {
  if (reaches(principal.reach, tenantId)) return tenantId as TenantId;
  return refuse(
    403,
    "tenant_forbidden",
    `This credential does not reach the tenant "${tenantId}".`,
  );
}

/** Checks a tenant that a path names. One out of reach is refused as if it did not exist. */
export function claimTenantInPath(principal: Principal, tenantId: string): TenantId | Refusal {
  if (reaches(principal.reach, tenantId)) return tenantId as TenantId;
  return noSuchTenant();
}

/** The tenant of work that no caller asked for, such as a delivery: it comes from our own records. */
export function claimedBySystem(tenantId: string): TenantId {
  return tenantId as TenantId;
}
