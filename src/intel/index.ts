export { EXPORT_SCOPES, exportRoutes } from "./exports/routes.ts";
export { refreshSources, sweepSegments } from "./jobs.ts";
export { lookupRoutes } from "./lookup-routes.ts";
export { intelAdminRoutes } from "./routes.ts";
export { tenantListRoutes } from "./tenant-lists/routes.ts";
export { askerOf } from "./answer.ts";
export { registrableOf, reputationFor, type Reputation, type Standing } from "./reputation.ts";
