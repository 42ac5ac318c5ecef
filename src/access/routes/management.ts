import { PEOPLE, OPERATORS, PUBLIC, type RouteTable } from "./access-rule.ts";

/** Probes and pages, tenants and their keys, webhooks, credentials, audit. */
export const MANAGEMENT_ROUTES: RouteTable = {
  "GET /healthz": PUBLIC,
  "GET /readyz": PUBLIC,
  "GET /": PUBLIC,
  "GET /docs": PUBLIC,
  "GET /openapi/fleet.json": PUBLIC,
  "GET /openapi/threat-intel.json": PUBLIC,
  "GET /admin/plans": { who: PEOPLE, permission: "tenants:read", tenants: "none" },
  "POST /admin/tenants": { who: OPERATORS, permission: "tenants:write", tenants: "none" },
  "GET /admin/tenants": { who: PEOPLE, permission: "tenants:read", tenants: "own" },
  "GET /admin/tenants/:tenantId": { who: PEOPLE, permission: "tenants:read", tenants: "claim" },
  "PATCH /admin/tenants/:tenantId": {
    who: PEOPLE,
    permission: "tenants:write",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/api-keys": {
    who: PEOPLE,
    permission: "keys:write",
    tenants: "claim",
    fresh: true,
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
    fresh: true,
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
    fresh: true,
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
  "GET /admin/tenants/:tenantId/webhooks/:id": {
    who: PEOPLE,
    permission: "webhooks:read",
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
  "GET /admin/tenants/:tenantId/webhooks/:id/health": {
    who: PEOPLE,
    permission: "webhooks:read",
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
  "POST /admin/tokens": { who: PEOPLE, permission: "tokens:write", tenants: "claim", fresh: true },
  "GET /admin/tokens": { who: PEOPLE, permission: "tokens:write", tenants: "own" },
  "DELETE /admin/tokens/:id": { who: PEOPLE, permission: "tokens:write", tenants: "own" },
  "POST /admin/service-keys": {
    who: OPERATORS,
    permission: "tokens:write",
    tenants: "none",
    fresh: true,
  },
  "GET /admin/service-keys": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "DELETE /admin/service-keys/:id": { who: OPERATORS, permission: "tokens:write", tenants: "none" },
  "POST /admin/invites": {
    who: PEOPLE,
    permission: "members:write",
    tenants: "claim",
    fresh: true,
  },
  "GET /admin/audit": { who: PEOPLE, permission: "audit:read", tenants: "own" },
};
