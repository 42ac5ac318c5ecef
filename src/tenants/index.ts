export { auditRoutes } from "./audit-routes.ts";
export { createTenant } from "./create-tenant.ts";
export { credentialRoutes } from "./credential-routes.ts";
export { tenantRoutes } from "./routes.ts";
export { tenantIdSchema } from "./schemas.ts";
export { findTenant } from "./store.ts";
