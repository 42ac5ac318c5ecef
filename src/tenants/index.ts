export { createTenant } from "./create-tenant.ts";
export { claimKnownTenant } from "./claim-known-tenant.ts";
export { claimOpenTenant } from "./claim-open-tenant.ts";
export { dispatch } from "./dispatch.ts";
export type { WebhookMessage } from "./webhook-message.ts";
export { needTenant } from "./need-tenant.ts";
export { needTenantInPath } from "./need-tenant-in-path.ts";
export { ERASED, refuseErased } from "./refuse-erased.ts";
export { refuseWayIn } from "./refuse-closed.ts";
export { refuseNew } from "./refuse-new.ts";
export { MAX_NAME, nameSchema, tenantIdSchema } from "./shared-schemas.ts";
export { findTenant, keptUntil, listTenants } from "./store.ts";
export { PORTAL_KEY } from "./gate/gate.ts";
export { tenantInactive, unknownTenant } from "./refusals.ts";
export { admit, charge, chargePaced, gated, pace } from "./gate/guard-module.ts";
export { maskToScopes, MODULES, type Module } from "./gate/modules.ts";
export { spend } from "./gate/spend.ts";
export { readUsage } from "./usage/read-usage.ts";
export { tenantParam } from "./shared-schemas.ts";
export {
  countWaiting,
  eventsStatement,
  eventsWithin,
  eventStatement,
  forgetEvents,
  eventStatementIf,
  findUndispatched,
  markDispatched,
  waitingEvents,
  type EventRange,
  type TenantEvent,
} from "./tenant-events.ts";
export { changeApiKey, deleteApiKey, noSuchKey } from "./api-keys/change-api-key.ts";
export { createApiKey } from "./api-keys/create-api-key.ts";
export { rotateApiKey } from "./api-keys/rotate-api-key.ts";
export { apiKeyChange, newApiKey, rotation } from "./api-keys/schemas.ts";
export { DEFAULT_GRACE_SECONDS } from "./limits.ts";
export { type ApiKey } from "./api-keys/answers.ts";
export {
  findApiKey,
  listApiKeys,
  nameApiKeys,
  showApiKey,
  type ApiKeyRow,
} from "./api-keys/store.ts";
export { askErasure } from "./erasure/ask-erasure.ts";
export type { Erasure } from "./erasure/schemas.ts";
export { showErasure } from "./erasure/show-erasure.ts";
export { findErasure } from "./erasure/store.ts";
export { LOCATIONS, type Location } from "./locations.ts";
export { changeTenant } from "./change-tenant.ts";
export { newServiceKey, newToken } from "./credential-schemas.ts";
export { makeServiceKey } from "./make-service-key.ts";
export { findLeaked, type Leaked } from "./api-keys/find-leaked.ts";
export { makeToken } from "./make-token.ts";
export { endOf, isPeriod, periodOf, startOf } from "./gate/period.ts";
export { thresholdReached } from "./gate/thresholds.ts";
export { newTenant, TENANT_STATUSES, tenantChange } from "./schemas.ts";
export { type Tenant } from "./answers.ts";
export { listPlans, type Plan } from "./store.ts";
export type { Usage } from "./usage/answers.ts";
export { showMonth, showUsage } from "./usage/show-usage.ts";
export { usageCsv } from "./usage/usage-csv.ts";
