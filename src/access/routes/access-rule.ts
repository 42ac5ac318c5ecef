import type { Permission, ServiceOperation } from "../permissions.ts";
import type { PrincipalKind } from "../principal.ts";

/**
 * How a route keeps tenants apart:
 * - `none`: it shows no tenant's data, and only operators change any;
 * - `claim`: a tenant named in path, query or body must be within the caller's reach;
 * - `own`: it searches only within the caller's reach.
 */
type TenantRule = "none" | "claim" | "own";

export type TenantInQuery = "tenantId" | "tenant";

export interface AccessRule {
  who: readonly PrincipalKind[] | "anyone";
  /** If anyone may call, the route itself asks for the permission of a caller with a token. */
  permission?: Permission | ServiceOperation;
  /** A service needs only one of these instead of the permission. */
  services?: readonly ServiceOperation[];
  tenants: TenantRule;
  /** The only query parameter that may name a tenant. */
  tenantIn?: TenantInQuery;
  /** An operator's look is logged after the route, because only the route can find the tenant. */
  traced?: "behind";
  /**
   * The caller is read from the database, not remembered. For routes that make credentials or the
   * like.
   */
  fresh?: true;
}

export type RouteTable = Readonly<Record<string, AccessRule>>;

export const PEOPLE = ["member", "operator"] as const;
export const OPERATORS = ["operator"] as const;
export const SERVICES = ["service"] as const;
export const PUBLIC: AccessRule = { who: "anyone", tenants: "none" };
export const AGENT: AccessRule = { who: ["agent"], tenants: "own" };

/** The rule of a route for these kinds of callers with this permission. */
export function allow(
  who: readonly PrincipalKind[],
  permission: Permission | ServiceOperation,
  tenants: TenantRule,
  more: Pick<AccessRule, "tenantIn" | "traced" | "fresh"> = {},
): AccessRule {
  return { who, permission, tenants, ...more };
}
