import type { Permission, ServiceOperation } from "../permissions.ts";
import type { PrincipalKind } from "../principal.ts";

/**
 * How a route keeps tenants apart:
 * - `none`: it shows no tenant's data, and who may change some is an operator;
 * - `claim`: a tenant named in path, query or body must be within the caller's reach;
 * - `own`: what it finds is looked for within the caller's reach only.
 */
type TenantRule = "none" | "claim" | "own";

export type TenantInQuery = "tenantId" | "tenant";

export interface AccessRule {
  who: readonly PrincipalKind[] | "anyone";
  /** Where anyone may call, the route itself asks it of who brings a token. */
  permission?: Permission | ServiceOperation;
  /** Any of these is enough of a service in the permission's place. */
  services?: readonly ServiceOperation[];
  tenants: TenantRule;
  /** The name of the query's parameter that may name a tenant; no other one is read for it. */
  tenantIn?: TenantInQuery;
  /** An operator's look is logged after the route, because only the route can find the tenant. */
  traced?: "behind";
  /** For what makes a credential or the like: the caller is read anew, not remembered. */
  fresh?: true;
}

export type RouteTable = Readonly<Record<string, AccessRule>>;

export const PEOPLE = ["member", "operator"] as const;
export const OPERATORS = ["operator"] as const;
export const SERVICES = ["service"] as const;
export const PUBLIC: AccessRule = { who: "anyone", tenants: "none" };
export const AGENT: AccessRule = { who: ["agent"], tenants: "own" };

/** Callers of these kinds, with the permission, as far as the rule for tenants lets them. */
export function allow(
  who: readonly PrincipalKind[],
  permission: Permission | ServiceOperation,
  tenants: TenantRule,
  more: Pick<AccessRule, "tenantIn" | "traced" | "fresh"> = {},
): AccessRule {
  return { who, permission, tenants, ...more };
}
