export { listGivenAgain } from "./agent-certificate-store.ts";
export { describeTenantFleet, type TenantFleet } from "./describe-tenant-fleet.ts";
export {
  SILENT,
  SILENT_STATES,
  STATES,
  type EffectiveState,
  type Reason,
} from "./effective-state.ts";
export { agentBase, backendUrl } from "./discover.ts";
export { identifyAgent } from "./identify-agent.ts";
export { countStates, type StateCounts } from "./count-states.ts";
export { readyFilter, type Filter } from "./list-filter.ts";
export { agentList } from "./list-schemas.ts";
export { listAgents } from "./list-store.ts";
export { listOtherRoles } from "./list-roles.ts";
export { brokenVersions, versionsOf } from "./semver.ts";
export { changeSettings } from "./change-settings.ts";
export { listCodes, MAX_TTL_SECONDS, type CodeRow } from "./codes/code-store.ts";
export { createCode } from "./codes/create-code.ts";
export { revokeCode } from "./codes/revoke-code.ts";
export { codeStatus } from "./codes/code-status.ts";
export { newCode } from "./codes/schemas.ts";
export { deregister } from "./deregister.ts";
export { exportAgents } from "./export-agents.ts";
export { findReachable } from "./find-reachable.ts";
export { nameAgents, nameCodes, namePolicies } from "./name-things.ts";
export { DEFAULT_POLICY_ID } from "./policies/pick-policy.ts";
export { assign } from "./policies/assign-policy.ts";
export { listAssignments } from "./policies/assignment-store.ts";
export { createPolicy } from "./policies/create-policy.ts";
export {
  findPolicy,
  listPolicies,
  MAX_POLICIES,
  type WrittenPolicy,
} from "./policies/policy-store.ts";
export { noSuchPolicy } from "./policies/refusals.ts";
export { removePolicy } from "./policies/remove-policy.ts";
export { revisePolicy } from "./policies/revise-policy.ts";
export { assignment, newPolicy, newRevision } from "./policies/schemas.ts";
export { readEvents } from "./read-events.ts";
export { BULK_ACTIONS, mayOrder, type BulkAction, type StopReason } from "./bulk/actions.ts";
export { cancelOrder } from "./bulk/cancel-order.ts";
export { findReachableOrder } from "./bulk/find-order.ts";
export { giveOrder } from "./bulk/place-order.ts";
export { previewOrder, type Preview } from "./bulk/preview-order.ts";
export { MAX_NAMED } from "./bulk/schemas.ts";
export type { Selection } from "./bulk/select-agents.ts";
export { FILTER_TIMES } from "./bulk/say-filter.ts";
export { showOrder, type BulkState, type ShownOrder } from "./bulk/show-order.ts";
export { listFailures, listOrders } from "./bulk/store.ts";
export { resolveConflict, revokeAgent } from "./change-agent.ts";
export {
  MAX_STRETCH_PERCENT,
  MIN_STRETCH_PERCENT,
  settingsChange,
  type SettingsChange,
} from "./settings-schemas.ts";
export { readSettings, type FleetSettings } from "./settings-store.ts";
export { showCollector } from "./show-agent.ts";
export { showCollectorDetail } from "./show-detail.ts";
export { summarise } from "./summarise.ts";
