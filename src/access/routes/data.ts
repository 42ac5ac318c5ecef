import { PEOPLE, OPERATORS, SERVICES, type RouteTable } from "./access-rule.ts";

/** Dictionaries, encryption, threat intelligence. */
export const DATA_ROUTES: RouteTable = {
  "GET /detection-dictionaries": {
    who: [...PEOPLE, "agent"],
    permission: "dict:read",
    tenants: "own",
    tenantIn: "tenantId",
  },
  "GET /detection-dictionaries/:id": {
    who: [...PEOPLE, "agent"],
    permission: "dict:read",
    tenants: "own",
    traced: "behind",
  },
  "POST /detection-dictionaries": { who: PEOPLE, permission: "dict:write", tenants: "claim" },
  "PATCH /detection-dictionaries/:id": { who: PEOPLE, permission: "dict:write", tenants: "own" },
  "DELETE /detection-dictionaries/:id": { who: PEOPLE, permission: "dict:write", tenants: "own" },
  "POST /encryption/encrypt": { who: SERVICES, permission: "encrypt", tenants: "claim" },
  "POST /encryption/decrypt": { who: SERVICES, permission: "decrypt", tenants: "claim" },
  "POST /encryption/provision-key": { who: SERVICES, permission: "provision", tenants: "claim" },
  "POST /encryption/rotate-key": { who: SERVICES, permission: "rotate", tenants: "claim" },
  "POST /encryption/rewrap": { who: SERVICES, permission: "encrypt", tenants: "claim" },
  // The permission depends on the operation that the body names; the route asks for it.
  "POST /encryption/batch": { who: SERVICES, tenants: "claim" },
  "GET /encryption/keys/:tenantId": {
    who: [...PEOPLE, ...SERVICES],
    permission: "encryption:read",
    services: ["encrypt", "decrypt", "provision", "rotate"],
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
  "POST /encryption/keys/:tenantId/decrypts": {
    who: PEOPLE,
    permission: "audit:read",
    tenants: "claim",
    traced: "behind",
  },
  "GET /admin/encryption/roots": {
    who: OPERATORS,
    permission: "encryption:read",
    tenants: "none",
  },
  "GET /admin/encryption/stale-tenants": {
    who: OPERATORS,
    permission: "encryption:read",
    tenants: "own",
  },
  "POST /admin/encryption/roots/move": {
    who: OPERATORS,
    permission: "encryption:admin",
    tenants: "none",
  },
  "GET /admin/intel/sources": { who: OPERATORS, permission: "intel:read", tenants: "none" },
  "POST /admin/intel/sources": { who: OPERATORS, permission: "intel:write", tenants: "none" },
  "PATCH /admin/intel/sources/:id": {
    who: OPERATORS,
    permission: "intel:write",
    tenants: "none",
  },
  "DELETE /admin/intel/sources/:id": {
    who: OPERATORS,
    permission: "intel:write",
    tenants: "none",
  },
  "PUT /admin/intel/sources/:id/feed": {
    who: OPERATORS,
    permission: "intel:write",
    tenants: "none",
  },
  "PUT /admin/intel/sources/:id/segment": {
    who: OPERATORS,
    permission: "intel:write",
    tenants: "none",
  },
  "GET /admin/intel/explain": {
    who: OPERATORS,
    permission: "intel:read",
    tenants: "claim",
    tenantIn: "tenantId",
  },
  "GET /admin/tenants/:tenantId/intel/entries": {
    who: PEOPLE,
    permission: "intel:read",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/intel/entries": {
    who: PEOPLE,
    permission: "intel:write",
    tenants: "claim",
  },
  "DELETE /admin/tenants/:tenantId/intel/entries/:id": {
    who: PEOPLE,
    permission: "intel:write",
    tenants: "claim",
  },
  "GET /admin/tenants/:tenantId/inspections": {
    who: PEOPLE,
    permission: "inspections:read",
    tenants: "claim",
  },
  "GET /admin/tenants/:tenantId/inspections/:id": {
    who: PEOPLE,
    permission: "inspections:read",
    tenants: "claim",
  },
  "POST /admin/tenants/:tenantId/inspections/:id/feedback": {
    who: PEOPLE,
    permission: "inspections:write",
    tenants: "claim",
  },
};
