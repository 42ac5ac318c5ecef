import type { Context, MiddlewareHandler } from "hono";
import type { RouterRoute } from "hono/types";
import { isRefusal, Problem, refuse, routeOf, type Refusal, type Soon } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import { onlyTenant, reaches, TENANT_ID } from "./claim-tenant.ts";
import type { Person, Principal, PrincipalKind, Reach } from "./principal.ts";
import {
  certificateRequired,
  invalidServiceKey,
  missingPermission,
  noSuchTenant,
  onlyForOperators,
} from "./refusals.ts";
import type { AccessRule, RouteTable } from "./route-table.ts";
import { tenantInBody } from "./tenant-in-body.ts";
import { tenantInPath, tenantInQuery, traceCrossTenant, traceLook } from "./trace-cross-tenant.ts";

/** Gives undefined if the request carries no credential of this kind. */
export type Identify = (c: Context<Rampart>) => Soon<Identified>;
type Identified = Principal | Refusal | undefined;

/** How each kind of credential is recognised. They are asked in this order. */
export interface Identifiers {
  service: Identify;
  /** `fresh` asks the database instead of what the isolate remembers. */
  person: (c: Context<Rampart>, fresh: boolean) => Soon<Identified>;
  agent?: Identify;
}

/** Recognises the caller, and lets the request on only if the table has a line that allows it. */
export function guard(table: RouteTable, identifiers: Identifiers): MiddlewareHandler<Rampart> {
  const ruleFor = rulesOf(table);
  return async (c, next) => {
    const route = routeOf(c);
    if (route === undefined) return next();
    const rule = ruleFor(route);
    if (rule === undefined) throw new Problem(openToNobody());
    if (rule.who === "anyone") return next();
    const found = identify(c, rule, identifiers);
    const principal = found instanceof Promise ? await found : found;
    if (isRefusal(principal)) throw new Problem(principal);
    c.set("principal", principal);
    const tenantId = tenantInPath(route.path, c.req.path);
    const isOfSeveral = isPerson(principal) && onlyTenant(principal.reach) === null;
    const { tenantIn } = rule;
    noteCaller(c, principal, tenantId ?? (isOfSeveral ? tenantInQuery(c, tenantIn) : undefined));
    const refused = permit(principal, rule, rule.who) ?? stayInReach(principal, tenantId);
    if (refused !== undefined) throw new Problem(refused);
    const operator = isOperator(principal) && rule.tenants !== "none" ? principal : undefined;
    const isTracedBehind = rule.traced === "behind";
    if (operator !== undefined && !isTracedBehind)
      await traceCrossTenant(c, operator, route, tenantIn);
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

/** Finds the caller; without a promise for a service key that this isolate has checked already. */
function identify(
  c: Context<Rampart>,
  rule: AccessRule,
  identifiers: Identifiers,
): Soon<Principal | Refusal> {
  const service = rule.who.includes("service") ? identifiers.service(c) : undefined;
  if (service !== undefined && !(service instanceof Promise)) return service;
  return identifyInTurn(c, rule, identifiers, service);
}

async function identifyInTurn(
  c: Context<Rampart>,
  rule: AccessRule,
  identifiers: Identifiers,
  asking: Promise<Identified> | undefined,
): Promise<Principal | Refusal> {
  const { who, fresh = false } = rule;
  const service = await asking;
  if (service !== undefined) return service;
  if (who.includes("member") || who.includes("operator")) {
    const person = await identifiers.person(c, fresh);
    if (person !== undefined) return person;
  }
  const agent = who.includes("agent") ? await identifiers.agent?.(c) : undefined;
  return agent ?? unidentified(rule);
}

function unidentified({ who }: AccessRule): Refusal {
  const isForPeople = who.includes("member") || who.includes("operator");
  // The kind that the rule names first decides the refusal; the message names the other kinds too.
  if (who[0] === "agent") return certificateRequired(isForPeople ? " or a valid bearer token" : "");
  if (!isForPeople) return invalidServiceKey();
  const service = who.includes("service") ? " or X-Internal-Service-Key" : "";
  const agent = who.includes("agent") ? " or a client certificate" : "";
  return refuse(401, "unauthorized", `A valid bearer token${service}${agent} is needed.`);
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

function isPerson({ kind }: Principal): boolean {
  return kind === "operator" || kind === "member";
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
