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
const PUBLIC: AccessRule = { who: "anyone", tenants: "none" };

/** Who may call what. A route without a line here is refused, and a test fails. */
export const ROUTES: RouteTable = {
  "GET /healthz": PUBLIC,
  "GET /readyz": PUBLIC,
  "GET /docs": PUBLIC,
  "GET /openapi/fleet.json": PUBLIC,
  "GET /openapi/threat-intel.json": PUBLIC,

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

  "POST /ai/context/search": {
    who: [...PEOPLE, "service"],
    permission: "ai:use",
    tenants: "claim",
  },
  "POST /ai/ask-rag": { who: [...PEOPLE, "service"], permission: "ai:use", tenants: "claim" },
  "POST /ai/chat": { who: [...PEOPLE, "service"], permission: "ai:use", tenants: "claim" },
  "PUT /ai/tools/:tool/snapshot": {
    who: ["service"],
    permission: "ai:snapshot",
    tenants: "claim",
  },
  "GET /ai/actions": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "GET /ai/actions/:id": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "POST /ai/actions/:id/approve": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/actions/:id/reject": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "GET /ai/prompts/versions": { who: PEOPLE, permission: "prompts:read", tenants: "none" },
  "POST /ai/prompts/test": { who: PEOPLE, permission: "prompts:test", tenants: "claim" },
  "GET /ai/voice/capability": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "GET /ai/voice/speech-token": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "POST /ai/voice/synthesize": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "POST /ai/voice/transcribe": { who: PEOPLE, permission: "ai:voice", tenants: "claim" },
  "POST /ai/documents": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "PUT /ai/documents/:externalId": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "POST /ai/documents/batch": { who: PEOPLE, permission: "ai:write", tenants: "claim" },
  "GET /ai/documents": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "GET /ai/documents/:id": { who: PEOPLE, permission: "ai:use", tenants: "claim" },
  "DELETE /ai/documents/:id": { who: PEOPLE, permission: "ai:write", tenants: "claim" },

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

  "POST /admin/tokens": { who: PEOPLE, permission: "tokens:write", tenants: "claim" },
  "GET /admin/tokens": { who: PEOPLE, permission: "tokens:write", tenants: "own" },
  "DELETE /admin/tokens/:id": { who: PEOPLE, permission: "tokens:write", tenants: "own" },
  "POST /admin/service-keys": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "GET /admin/service-keys": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "DELETE /admin/service-keys/:id": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "POST /admin/invites": { who: PEOPLE, permission: "members:write", tenants: "claim" },
  "GET /admin/audit": { who: PEOPLE, permission: "audit:read", tenants: "own" },
};
