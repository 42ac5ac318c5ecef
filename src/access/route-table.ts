import type { Permission, ServiceOperation } from "./permissions.ts";
import type { PrincipalKind } from "./principal.ts";

/**
 * How a route keeps tenants apart:
 * - `none`: it touches no tenant's data, or only operators get in;
 * - `claim`: a tenant named in path, query or body must be within the caller's reach;
 * - `own`: what it finds is looked for within the caller's reach only.
 */
type TenantRule = "none" | "claim" | "own";

export interface AccessRule {
  who: readonly PrincipalKind[] | "anyone";
  permission?: Permission | ServiceOperation;
  tenants: TenantRule;
}

export type RouteTable = Readonly<Record<string, AccessRule>>;

const PEOPLE = ["member", "operator"] as const;
const OPERATORS = ["operator"] as const;
const SERVICES = ["service"] as const;
const PUBLIC: AccessRule = { who: "anyone", tenants: "none" };
const AGENT: AccessRule = { who: ["agent"], tenants: "own" };

/** Who may call what. A route without a line here is refused, and a test fails. */
export const ROUTES: RouteTable = {
  "GET /healthz": PUBLIC,
  "GET /readyz": PUBLIC,
  "GET /docs": PUBLIC,
  "GET /openapi/fleet.json": PUBLIC,
  "GET /openapi/threat-intel.json": PUBLIC,

  "GET /.well-known/agent-configuration": PUBLIC,
  /** The code in its body is the credential. */
  "POST /enroll": PUBLIC,
  "POST /checkin": AGENT,
  "POST /agents/:id/checkin": AGENT,
  "POST /agents/:id/events": AGENT,
  "POST /agents/:id/rotate-cert": AGENT,
  "GET /agents/me": AGENT,
  "GET /agents/me/policy": AGENT,
  "GET /agents": { who: PEOPLE, permission: "fleet:read", tenants: "claim" },
  "GET /agents/:id": { who: [...PEOPLE, "agent"], permission: "fleet:read", tenants: "own" },
  "DELETE /agents/:id": { who: [...PEOPLE, "agent"], permission: "fleet:write", tenants: "own" },
  "GET /admin/fleet/collectors": {
    who: OPERATORS,
    permission: "fleet:read-all",
    tenants: "own",
  },
  "GET /admin/fleet/summary": { who: OPERATORS, permission: "fleet:read-all", tenants: "own" },
  "GET /admin/fleet/collectors/:tenantId/:agentId": {
    who: OPERATORS,
    permission: "fleet:read-all",
    tenants: "own",
  },
  "GET /admin/fleet/collectors/:tenantId/:agentId/events": {
    who: OPERATORS,
    permission: "fleet:read-all",
    tenants: "own",
  },
  "POST /admin/fleet/collectors/:tenantId/:agentId/revoke": {
    who: OPERATORS,
    permission: "fleet:write",
    tenants: "own",
  },
  "POST /admin/fleet/collectors/:tenantId/:agentId/resolve-conflict": {
    who: OPERATORS,
    permission: "fleet:write",
    tenants: "own",
  },
  "GET /admin/fleet/settings/:tenantId": {
    who: PEOPLE,
    permission: "fleet:read",
    tenants: "claim",
  },
  "PATCH /admin/fleet/settings/:tenantId": {
    who: PEOPLE,
    permission: "fleet:write",
    tenants: "claim",
  },
  "POST /admin/enrollment-codes": {
    who: PEOPLE,
    permission: "enrollment:write",
    tenants: "claim",
  },
  "GET /admin/enrollment-codes": { who: PEOPLE, permission: "enrollment:write", tenants: "own" },
  "DELETE /admin/enrollment-codes/:id": {
    who: PEOPLE,
    permission: "enrollment:write",
    tenants: "own",
  },
  "POST /admin/policies": { who: PEOPLE, permission: "policies:write", tenants: "claim" },
  "GET /admin/policies": { who: PEOPLE, permission: "fleet:read", tenants: "own" },
  "GET /admin/policies/:id": { who: PEOPLE, permission: "fleet:read", tenants: "own" },
  "POST /admin/policies/:id/revisions": {
    who: PEOPLE,
    permission: "policies:write",
    tenants: "own",
  },
  "PUT /admin/policies/assignments": {
    who: PEOPLE,
    permission: "policies:write",
    tenants: "claim",
  },
  "GET /admin/events/dead-letters": {
    who: OPERATORS,
    permission: "fleet:read-all",
    tenants: "none",
  },
  "POST /admin/events/dead-letters/replay": {
    who: OPERATORS,
    permission: "events:write",
    tenants: "none",
  },

  "GET /detection-dictionaries": {
    who: [...PEOPLE, "agent"],
    permission: "dict:read",
    tenants: "own",
  },
  "GET /detection-dictionaries/:id": {
    who: [...PEOPLE, "agent"],
    permission: "dict:read",
    tenants: "own",
  },
  "POST /detection-dictionaries": { who: PEOPLE, permission: "dict:write", tenants: "claim" },
  "PATCH /detection-dictionaries/:id": { who: PEOPLE, permission: "dict:write", tenants: "own" },
  "DELETE /detection-dictionaries/:id": { who: PEOPLE, permission: "dict:write", tenants: "own" },

  "POST /encryption/encrypt": { who: SERVICES, permission: "encrypt", tenants: "claim" },
  "POST /encryption/decrypt": { who: SERVICES, permission: "decrypt", tenants: "claim" },
  "POST /encryption/provision-key": { who: SERVICES, permission: "provision", tenants: "claim" },
  "POST /encryption/rotate-key": { who: SERVICES, permission: "rotate", tenants: "claim" },
  "POST /encryption/rewrap": { who: SERVICES, permission: "encrypt", tenants: "claim" },
  // The permission hangs on the operation that the body names; the route asks for it.
  "POST /encryption/batch": { who: SERVICES, tenants: "claim" },
  "GET /encryption/keys/:tenantId": {
    who: PEOPLE,
    permission: "encryption:read",
    tenants: "claim",
  },
  "PATCH /encryption/keys/:tenantId": {
    who: PEOPLE,
    permission: "encryption:admin",
    tenants: "claim",
  },
  "POST /encryption/keys/:tenantId/versions/:version/:change": {
    who: PEOPLE,
    permission: "encryption:admin",
    tenants: "claim",
  },
  "GET /encryption/keys/:tenantId/decrypts": {
    who: PEOPLE,
    permission: "audit:read",
    tenants: "claim",
  },
  "GET /admin/encryption/roots": {
    who: OPERATORS,
    permission: "encryption:read",
    tenants: "none",
  },
  "GET /admin/encryption/stale-tenants": {
    who: OPERATORS,
    permission: "encryption:read",
    tenants: "none",
  },
  "POST /admin/encryption/roots/move": {
    who: OPERATORS,
    permission: "encryption:admin",
    tenants: "none",
  },

  "GET /admin/plans": { who: PEOPLE, permission: "tenants:read", tenants: "none" },
  "POST /admin/tenants": { who: OPERATORS, permission: "tenants:write", tenants: "none" },
  "GET /admin/tenants": { who: PEOPLE, permission: "tenants:read", tenants: "own" },
  "GET /admin/tenants/:tenantId": { who: PEOPLE, permission: "tenants:read", tenants: "claim" },
  "PATCH /admin/tenants/:tenantId": {
    who: OPERATORS,
    permission: "tenants:write",
    tenants: "none",
  },

  "POST /admin/tenants/:tenantId/api-keys": {
    who: PEOPLE,
    permission: "keys:write",
    tenants: "claim",
  },
  "GET /admin/tenants/:tenantId/api-keys": {
    who: PEOPLE,
    permission: "keys:read",
    tenants: "claim",
  },
  "PATCH /admin/tenants/:tenantId/api-keys/:id": {
    who: PEOPLE,
    permission: "keys:write",
    tenants: "claim",
  },
  "DELETE /admin/tenants/:tenantId/api-keys/:id": {
    who: PEOPLE,
    permission: "keys:write",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/api-keys/:id/rotate": {
    who: PEOPLE,
    permission: "keys:write",
    tenants: "claim",
  },
  "GET /admin/tenants/:tenantId/usage": { who: PEOPLE, permission: "usage:read", tenants: "claim" },
  "GET /admin/tenants/:tenantId/usage.csv": {
    who: PEOPLE,
    permission: "usage:read",
    tenants: "claim",
  },

  "GET /admin/tenants/:tenantId/webhooks": {
    who: PEOPLE,
    permission: "webhooks:read",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/webhooks": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "PATCH /admin/tenants/:tenantId/webhooks/:id": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "DELETE /admin/tenants/:tenantId/webhooks/:id": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/webhooks/:id/enable": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/webhooks/:id/rotate-secret": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/webhooks/:id/ping": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "GET /admin/tenants/:tenantId/webhooks/:id/deliveries": {
    who: PEOPLE,
    permission: "webhooks:read",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/webhooks/:id/replay": {
    who: PEOPLE,
    permission: "webhooks:write",
    tenants: "claim",
  },
  "GET /.well-known/webhook-keys.json": PUBLIC,

  "POST /admin/tokens": { who: PEOPLE, permission: "tokens:write", tenants: "claim" },
  "GET /admin/tokens": { who: PEOPLE, permission: "tokens:write", tenants: "own" },
  "DELETE /admin/tokens/:id": { who: PEOPLE, permission: "tokens:write", tenants: "own" },
  "POST /admin/service-keys": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "GET /admin/service-keys": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "DELETE /admin/service-keys/:id": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "POST /admin/invites": { who: PEOPLE, permission: "members:write", tenants: "claim" },
  "GET /admin/audit": { who: PEOPLE, permission: "audit:read", tenants: "own" },
};
