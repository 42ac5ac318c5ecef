export { apiKeyRoutes } from "./api-keys/routes.ts";
export { auditRoutes } from "./audit-routes.ts";
export { createTenant } from "./create-tenant.ts";
export { credentialRoutes } from "./credential-routes.ts";
export { inviteRoutes } from "./invite-routes.ts";
export { tenantRoutes } from "./routes.ts";
export { tenantIdSchema } from "./schemas.ts";
export { findTenant, listTenants } from "./store.ts";
export { admit, charge } from "./gate/guard-module.ts";
export { MODULES, type Module } from "./gate/modules.ts";
export { readUsage } from "./usage/read-usage.ts";
export { usageRoutes } from "./usage/routes.ts";
export { AddressList } from "./api-keys/address-list.ts";
export { tenantParam } from "./schemas.ts";
export {
  eventStatement,
  findEvent,
  markDispatched,
  waitingEvents,
  type TenantEvent,
} from "./tenant-events.ts";
