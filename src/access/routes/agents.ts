import { allow, PEOPLE, OPERATORS, PUBLIC, AGENT, type RouteTable } from "./access-rule.ts";

/** Agents, and those who look after them. */
export const AGENT_ROUTES: RouteTable = {
  "GET /.well-known/agent-configuration": PUBLIC,
  /** The code in the body is the credential. Without one the route asks for an operator. */
  "POST /enroll": { ...PUBLIC, permission: "enrollment:write" },
  "POST /checkin": AGENT,
  "POST /agents/:id/checkin": AGENT,
  "POST /agents/:id/events": AGENT,
  "POST /agents/:id/rotate-cert": AGENT,
  "GET /agents/me": AGENT,
  "GET /agents/me/policy": AGENT,
  "GET /agents": allow(PEOPLE, "fleet:read", "claim", { tenantIn: "tenant" }),
  "GET /agents.csv": allow(PEOPLE, "fleet:read", "claim", { tenantIn: "tenant" }),
  "GET /agents/:id": allow([...PEOPLE, "agent"], "fleet:read", "own", { traced: "behind" }),
  "DELETE /agents/:id": allow(["agent", ...PEOPLE], "fleet:write", "own"),
  "GET /admin/fleet/collectors": allow(OPERATORS, "fleet:read-all", "own", { tenantIn: "tenant" }),
  "GET /admin/fleet/summary": allow(OPERATORS, "fleet:read-all", "own"),
  "GET /admin/fleet/collectors/:tenantId/:agentId": allow(OPERATORS, "fleet:read-all", "own"),
  "GET /admin/fleet/collectors/:tenantId/:agentId/events": allow(
    OPERATORS,
    "fleet:read-all",
    "own",
  ),
  "POST /admin/fleet/collectors/:tenantId/:agentId/revoke": allow(OPERATORS, "fleet:write", "own"),
  "POST /admin/fleet/collectors/:tenantId/:agentId/resolve-conflict": allow(
    OPERATORS,
    "fleet:write",
    "own",
  ),
  "GET /admin/fleet/settings/:tenantId": allow(PEOPLE, "fleet:read", "claim"),
  "PATCH /admin/fleet/settings/:tenantId": allow(PEOPLE, "fleet:write", "claim"),
  "POST /admin/enrollment-codes": allow(PEOPLE, "enrollment:write", "claim", { fresh: true }),
  "GET /admin/enrollment-codes": allow(PEOPLE, "enrollment:write", "own", { tenantIn: "tenantId" }),
  "DELETE /admin/enrollment-codes/:id": allow(PEOPLE, "enrollment:write", "own"),
  "POST /admin/policies": allow(PEOPLE, "policies:write", "claim"),
  "GET /admin/policies": allow(PEOPLE, "fleet:read", "own", { tenantIn: "tenantId" }),
  "GET /admin/policies/:id": allow(PEOPLE, "fleet:read", "own", { traced: "behind" }),
  "DELETE /admin/policies/:id": allow(PEOPLE, "policies:write", "own"),
  "POST /admin/policies/:id/revisions": allow(PEOPLE, "policies:write", "own"),
  "PUT /admin/policies/assignments": allow(PEOPLE, "policies:write", "claim"),
  "GET /admin/events/dead-letters": allow(OPERATORS, "fleet:read-all", "own", {
    tenantIn: "tenant",
  }),
  "POST /admin/events/dead-letters/replay": allow(OPERATORS, "events:write", "none"),
};
