export const PERMISSIONS = [
  "fleet:read",
  "fleet:write",
  "fleet:read-all",
  "enrollment:write",
  "policies:write",
  "events:write",
  "ai:use",
  "ai:voice",
  "ai:write",
  "ai:admin",
  "prompts:read",
  "prompts:test",
  "prompts:write",
  "dict:read",
  "dict:write",
  "intel:read",
  "intel:write",
  "inspections:read",
  "inspections:write",
  "webhooks:read",
  "webhooks:write",
  "usage:read",
  "keys:read",
  "keys:write",
  "tokens:write",
  "members:write",
  "tenants:read",
  "tenants:write",
  "encryption:read",
  "encryption:admin",
  "audit:read",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** What an internal service key may be used for. */
export const SERVICE_OPERATIONS = [
  "encrypt",
  "decrypt",
  "provision",
  "rotate",
  "ai:use",
  "ai:voice",
  "ai:snapshot",
  "ai:act",
] as const;

export type ServiceOperation = (typeof SERVICE_OPERATIONS)[number];

/** The permission that a person needs to make a service key for the operation. */
export const PERMISSION_TO_GRANT: Record<ServiceOperation, Permission> = {
  encrypt: "encryption:admin",
  decrypt: "encryption:admin",
  provision: "encryption:admin",
  rotate: "encryption:admin",
  "ai:use": "ai:use",
  "ai:voice": "ai:voice",
  "ai:snapshot": "ai:write",
  "ai:act": "ai:write",
};

export const ROLES = ["viewer", "analyst", "operator", "security-admin", "owner"] as const;

export type Role = (typeof ROLES)[number];

const VIEWER: readonly Permission[] = [
  "fleet:read",
  "dict:read",
  "intel:read",
  "inspections:read",
  "webhooks:read",
  "usage:read",
  "tenants:read",
];

const ANALYST: readonly Permission[] = [
  ...VIEWER,
  "ai:use",
  "ai:voice",
  "inspections:write",
  "prompts:read",
];

const OPERATOR: readonly Permission[] = [
  ...ANALYST,
  "fleet:write",
  "fleet:read-all",
  "enrollment:write",
  "policies:write",
  "events:write",
  "ai:write",
  "prompts:test",
  "dict:write",
  "intel:write",
  "webhooks:write",
  "keys:read",
  "encryption:read",
  "audit:read",
];

const SECURITY_ADMIN: readonly Permission[] = [
  ...OPERATOR,
  "keys:write",
  "tokens:write",
  "encryption:admin",
  "ai:admin",
  "prompts:write",
];

/** Each role has all permissions of the one before it, for the tenants that the person reaches. */
export const PERMISSIONS_OF: Record<Role, readonly Permission[]> = {
  viewer: VIEWER,
  analyst: ANALYST,
  operator: OPERATOR,
  "security-admin": SECURITY_ADMIN,
  owner: PERMISSIONS,
};
