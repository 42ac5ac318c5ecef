export { consumeDeadWebhooks, consumeWebhooks } from "./consumer.ts";
export { findDeliveries, type FoundDelivery } from "./delivery/find-deliveries.ts";
export { findFailing, type FailingEndpoint } from "./delivery/find-failing.ts";
export { isBehind } from "./delivery/is-behind.ts";
export { MOST_DAYS_OVERDUE } from "./delivery/schedule.ts";
export { pingEndpoint } from "./delivery/ping-endpoint.ts";
export {
  findDelivery,
  listDeliveries,
  type DeliveryWithBody,
  type ShownDelivery,
} from "./delivery/read-deliveries.ts";
export { readHealth } from "./delivery/read-health.ts";
export { replayDeliveries } from "./delivery/replay-deliveries.ts";
export { SWITCH_OFF_REASONS } from "./delivery/switch-off-reasons.ts";
export { changeEndpoint, enableEndpoint, removeEndpoint } from "./endpoints/change-endpoint.ts";
export { createEndpoint } from "./endpoints/create-endpoint.ts";
export { rotateSecret } from "./endpoints/rotate-secret.ts";
export { needEndpoint } from "./endpoints/need-endpoint.ts";
export type { EndpointCall } from "./endpoints/endpoint-call.ts";
export {
  hasActiveEndpoint,
  hasEndpoint,
  listEndpoints,
  listSwitchedOff,
  nameEndpoints,
  type EndpointRow,
} from "./endpoints/store.ts";
export { EVENT_TYPES, type EventType } from "./event-types.ts";
export { forgetOldEvents, sweepEvents } from "./jobs.ts";
export { publicKeys } from "./sign/signing-pair.ts";
export { verifyDelivery, type Doubt, type Verification } from "./verify/verify-delivery.ts";
export {
  replayOne,
  replayRange,
  type EndpointHealth,
  type ReplayOrder,
} from "./delivery/schemas.ts";
export { type Replayed } from "./delivery/answers.ts";
export { DEFAULT_OVERLAP_SECONDS, endpointChange, newEndpoint, secretRotation } from "./schemas.ts";
