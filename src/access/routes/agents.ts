import { PEOPLE, OPERATORS, PUBLIC, AGENT, type RouteTable } from "./access-rule.ts";

/** Agents, and those who look after them. */
export const AGENT_ROUTES: RouteTable = {
  "GET /.well-known/agent-configuration": PUBLIC,
  /** The code in its body is the credential. An operator without one is asked by the route itself. */
  "POST /enroll": { ...PUBLIC, permission: "enrollment:write" },
  "POST /checkin": AGENT,
  "POST /agents/:id/checkin": AGENT,
  "POST /agents/:id/events": AGENT,
  "POST /agents/:id/rotate-cert": AGENT,
  "GET /agents/me": AGENT,
  "GET /agents/me/policy": AGENT,
  "GET /agents": { who: PEOPLE, permission: "fleet:read", tenants: "claim", tenantIn: "tenant" },
  "GET /agents/:id": {
    who: [...PEOPLE, "agent"],
    permission: "fleet:read",
    tenants: "own",
    traced: "behind",
  },
  "DELETE /agents/:id": { who: ["agent", ...PEOPLE], permission: "fleet:write", tenants: "own" },
  "GET /admin/fleet/collectors": {
    who: OPERATORS,
    permission: "fleet:read-all",
    tenants: "own",
    tenantIn: "tenant",
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
    fresh: true,
  },
  "GET /admin/enrollment-codes": {
    who: PEOPLE,
    permission: "enrollment:write",
    tenants: "own",
    tenantIn: "tenantId",
  },
  "DELETE /admin/enrollment-codes/:id": {
    who: PEOPLE,
    permission: "enrollment:write",
    tenants: "own",
  },
  "POST /admin/policies": { who: PEOPLE, permission: "policies:write", tenants: "claim" },
  "GET /admin/policies": {
    who: PEOPLE,
    permission: "fleet:read",
    tenants: "own",
    tenantIn: "tenantId",
  },
  "GET /admin/policies/:id": {
    who: PEOPLE,
    permission: "fleet:read",
    tenants: "own",
    traced: "behind",
  },
  "DELETE /admin/policies/:id": { who: PEOPLE, permission: "policies:write", tenants: "own" },
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
    tenants: "own",
    tenantIn: "tenant",
  },
  "POST /admin/events/dead-letters/replay": {
    who: OPERATORS,
    permission: "events:write",
    tenants: "none",
  },
};
