import { allow, PEOPLE, OPERATORS, SERVICES, type RouteTable } from "./access-rule.ts";

/** Dictionaries, encryption, threat intelligence. */
export const DATA_ROUTES: RouteTable = {
  "GET /detection-dictionaries": allow([...PEOPLE, "agent"], "dict:read", "own", {
    tenantIn: "tenantId",
  }),
  "GET /detection-dictionaries/:id": allow([...PEOPLE, "agent"], "dict:read", "own", {
    traced: "behind",
  }),
  "POST /detection-dictionaries": allow(PEOPLE, "dict:write", "claim"),
  "PATCH /detection-dictionaries/:id": allow(PEOPLE, "dict:write", "own"),
  "DELETE /detection-dictionaries/:id": allow(PEOPLE, "dict:write", "own"),
  "POST /encryption/encrypt": allow(SERVICES, "encrypt", "claim"),
  "POST /encryption/decrypt": allow(SERVICES, "decrypt", "claim"),
  "POST /encryption/provision-key": allow(SERVICES, "provision", "claim"),
  "POST /encryption/rotate-key": allow(SERVICES, "rotate", "claim"),
  "POST /encryption/rewrap": allow(SERVICES, "encrypt", "claim"),
  // The permission depends on the operation that the body names; the route asks for it.
  "POST /encryption/batch": { who: SERVICES, tenants: "claim" },
  "GET /encryption/keys/:tenantId": {
    who: [...PEOPLE, ...SERVICES],
    permission: "encryption:read",
    services: ["encrypt", "decrypt", "provision", "rotate"],
    tenants: "claim",
  },
  "PATCH /encryption/keys/:tenantId": allow(PEOPLE, "encryption:admin", "claim"),
  "POST /encryption/keys/:tenantId/versions/:version/:change": allow(
    PEOPLE,
    "encryption:admin",
    "claim",
  ),
  "GET /encryption/keys/:tenantId/decrypts": allow(PEOPLE, "audit:read", "claim"),
  "POST /encryption/keys/:tenantId/decrypts": allow(PEOPLE, "audit:read", "claim", {
    traced: "behind",
  }),
  "GET /admin/encryption/roots": allow(OPERATORS, "encryption:read", "none"),
  "GET /admin/encryption/stale-tenants": allow(OPERATORS, "encryption:read", "own"),
  "POST /admin/encryption/roots/move": allow(OPERATORS, "encryption:admin", "none"),
  "GET /admin/intel/sources": allow(OPERATORS, "intel:read", "none"),
  "POST /admin/intel/sources": allow(OPERATORS, "intel:write", "none"),
  "PATCH /admin/intel/sources/:id": allow(OPERATORS, "intel:write", "none"),
  "DELETE /admin/intel/sources/:id": allow(OPERATORS, "intel:write", "none"),
  "PUT /admin/intel/sources/:id/feed": allow(OPERATORS, "intel:write", "none"),
  "GET /admin/intel/sources/:id/editions": allow(OPERATORS, "intel:read", "none"),
  "POST /admin/intel/sources/:id/editions/:version/restore": allow(
    OPERATORS,
    "intel:write",
    "none",
  ),
  "PUT /admin/intel/sources/:id/segment": allow(OPERATORS, "intel:write", "none"),
  "GET /admin/intel/explain": allow(OPERATORS, "intel:read", "claim", { tenantIn: "tenantId" }),
  "GET /admin/tenants/:tenantId/intel/entries": allow(PEOPLE, "intel:read", "claim"),
  "POST /admin/tenants/:tenantId/intel/entries": allow(PEOPLE, "intel:write", "claim"),
  "POST /admin/tenants/:tenantId/intel/entries/batch": allow(PEOPLE, "intel:write", "claim"),
  "GET /admin/tenants/:tenantId/intel/entries.csv": allow(PEOPLE, "intel:read", "claim"),
  "DELETE /admin/tenants/:tenantId/intel/entries/:id": allow(PEOPLE, "intel:write", "claim"),
  "GET /admin/tenants/:tenantId/inspections": allow(PEOPLE, "inspections:read", "claim"),
  "GET /admin/tenants/:tenantId/inspections/:id": allow(PEOPLE, "inspections:read", "claim"),
  "POST /admin/tenants/:tenantId/inspections/:id/feedback": allow(
    PEOPLE,
    "inspections:write",
    "claim",
  ),
};
