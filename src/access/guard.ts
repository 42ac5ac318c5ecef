import type { Context, MiddlewareHandler } from "hono";
import type { RouterRoute } from "hono/types";
import { Problem, refuse, routeOf, settle, type Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import { onlyTenant, reaches, TENANT_ID } from "./claim-tenant.ts";
import { identifyCaller, type Identifiers } from "./identify-caller.ts";
import {
  isPerson,
  type Person,
  type Principal,
  type PrincipalKind,
  type Reach,
} from "./principal.ts";
import { missingPermission, noSuchTenant, onlyForOperators } from "./refusals.ts";
import type { AccessRule, RouteTable } from "./route-table.ts";
import { tenantInBody, tenantInPath, tenantInQuery } from "./tenant-in-request.ts";
import { traceCrossTenant, traceLook } from "./trace-cross-tenant.ts";

/** Recognises the caller, and lets the request on only if the table has a line that allows it. */
export function guard(table: RouteTable, identifiers: Identifiers): MiddlewareHandler<Rampart> {
  const ruleFor = rulesOf(table);
  return async (c, next) => {
    const route = routeOf(c);
    if (route === undefined) return next();
    const rule = ruleFor(route);
    if (rule === undefined) throw new Problem(openToNobody());
    if (rule.who === "anyone") return next();
    const found = identifyCaller(c, rule, identifiers);
    const principal = settle(found instanceof Promise ? await found : found);
    c.set("principal", principal);
    const tenantId = tenantInPath(route.path, c.req.path);
    const isOfSeveral = isPerson(principal) && onlyTenant(principal.reach) === null;
    const { tenantIn } = rule;
    noteCaller(c, principal, tenantId ?? (isOfSeveral ? tenantInQuery(c, tenantIn) : undefined));
    const refused = permit(principal, rule, rule.who) ?? stayInReach(principal, tenantId);
    if (refused !== undefined) throw new Problem(refused);
    const operator = isOperator(principal) && rule.tenants !== "none" ? principal : undefined;
    const isTracedBehind = rule.traced === "behind";
    if (operator !== undefined && !isTracedBehind) {
      await traceCrossTenant(c, operator, route, tenantIn);
    }
    const { about } = c.get("call");
    if (!isOfSeveral || (about.tenantId !== undefined && !isTracedBehind)) return next();
    // The tenant may be known only after the route has read its body or found its row. A route that
    // refuses does not throw here.
    await next();
    if (about.tenantId === undefined) noteTenant(c, principal.reach, tenantInBody(c));
    if (operator !== undefined && isTracedBehind) await traceLook(c, operator, route);
    return undefined;
  };
}

/** Remembers the rule of each route object, so that its key in the table is built only once. */
function rulesOf(table: RouteTable) {
  const known = new WeakMap<RouterRoute, AccessRule>();
  return (route: RouterRoute): AccessRule | undefined => {
    const found = known.get(route);
    if (found !== undefined) return found;
    const rule = table[`${route.method} ${route.path}`];
    if (rule !== undefined) known.set(route, rule);
    return rule;
  };
}

/** Agents need no permission: their certificate is enough. All others hold permissions by name. */
function permit(
  principal: Principal,
  { permission, services }: AccessRule,
  who: readonly PrincipalKind[],
): Refusal | undefined {
  if (!who.includes(principal.kind)) {
    return onlyForOperators(permission);
  }
  if (principal.kind === "agent" || permission === undefined) return undefined;
  const permissions: ReadonlySet<string> = principal.permissions;
  if (permissions.has(permission)) return undefined;
  const isEnough =
    principal.kind === "service" && services?.some((one) => permissions.has(one)) === true;
  return isEnough ? undefined : missingPermission(permission);
}

/** Refuses a tenant in the path that is out of reach as if it did not exist. */
function stayInReach(principal: Principal, tenantId: string | undefined) {
  if (tenantId === undefined || reaches(principal.reach, tenantId)) return undefined;
  return noSuchTenant();
}

function openToNobody(): Refusal {
  return refuse(403, "permission_denied", "This route is open to nobody.");
}

function isOperator(principal: Principal): principal is Person {
  return principal.kind === "operator";
}

/**
 * Notes for the log line who calls, and for which tenant: the caller's only one, or the named one.
 */
export function noteCaller(
  c: Context<Rampart>,
  { subject, reach }: Principal,
  named: string | undefined,
): void {
  c.get("call").about.caller = subject;
  noteTenant(c, reach, onlyTenant(reach) ?? named);
}

function noteTenant(c: Context<Rampart>, reach: Reach, tenantId: string | undefined): void {
  if (tenantId !== undefined && TENANT_ID.test(tenantId) && reaches(reach, tenantId)) {
    c.get("call").about.tenantId = tenantId;
  }
}
