import type { EndpointConfig } from "./config-store.ts";
import { AT_ONCE, type Delivery } from "./delivery-store.ts";
import type { EndpointStores } from "./endpoint-stores.ts";
import { paceOf, type PaceStore } from "./pace-store.ts";

const MAX_IN_FLIGHT = 4;

/** Those that decide which deliveries may go, and when. */
type DeliveryStores = Pick<EndpointStores, "deliveries" | "health" | "pace">;

/** Before `notBefore` (breaker, pace, trouble of ours) only deliveries that go `AT_ONCE` are due. */
export function dueNow(stores: DeliveryStores, config: EndpointConfig, now: number): Delivery[] {
  const { deliveries, health } = stores;
  const until = now < notBefore(stores) ? AT_ONCE : now;
  if (config.ordered === true) return deliveries.dueInOrder(until);
  const { failuresLeft } = health;
  if (failuresLeft === 0) return deliveries.probe(until);
  const atOnce = pacing(config)?.atOnce ?? MAX_IN_FLIGHT;
  return deliveries.due(until, Math.min(failuresLeft, atOnce));
}

/** Called before the calls go out, so that the pace is kept even if the object dies in between. */
export function notePace(
  { pace }: DeliveryStores,
  config: EndpointConfig,
  due: readonly Delivery[],
  now: number,
): void {
  const limit = pacing(config);
  const calls = due.filter(({ due_at }) => due_at !== AT_ONCE).length;
  if (limit !== undefined && calls > 0) pace.note(calls, limit.eachMs, now);
}

/** After a change of the limit the next call waits a full round of the new limit from now, at most. */
export function changePace(pace: PaceStore, config: EndpointConfig, now: number): void {
  const limit = pacing(config);
  if (limit === undefined) pace.clear();
  else pace.shorten(now + Math.ceil(limit.atOnce * limit.eachMs));
}

/** When the next delivery is due; null if none waits, or if the endpoint is switched off. */
export function nextDue(stores: DeliveryStores, config: EndpointConfig | undefined): number | null {
  if (config?.active !== true) return null;
  const { deliveries } = stores;
  const at = config.ordered === true ? deliveries.nextInOrder() : deliveries.nextDue();
  return at === null || at === AT_ONCE ? at : Math.max(at, notBefore(stores));
}

function notBefore({ deliveries, health, pace }: DeliveryStores): number {
  return Math.max(health.probeAt, pace.nextAt, deliveries.heldUntil);
}

function pacing({ maxPerMinute }: EndpointConfig) {
  return maxPerMinute == null ? undefined : paceOf(maxPerMinute, MAX_IN_FLIGHT);
}
