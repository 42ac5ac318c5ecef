import {
  AT_ONCE,
  type Delivery,
  type DeliveryStore,
  type EndpointConfig,
} from "./delivery-store.ts";
import type { HealthStore } from "./health-store.ts";
import { paceOf, type PaceStore } from "./pace-store.ts";

const MAX_IN_FLIGHT = 4;

/** What says which deliveries of an endpoint may go, and when. */
export interface Line {
  store: DeliveryStore;
  health: HealthStore;
  pace: PaceStore;
}

/** Before the breaker's probe and out of pace only what goes at once is due. */
export function dueNow(line: Line, config: EndpointConfig, now: number): Delivery[] {
  const { store, health } = line;
  const until = now < notBefore(line) ? AT_ONCE : now;
  if (config.ordered === true) {
    const head = store.head();
    return head?.due_at != null && head.due_at <= until ? [head] : [];
  }
  const { failuresLeft } = health;
  if (failuresLeft === 0) return store.probe(until);
  const atOnce = pacing(config)?.atOnce ?? MAX_IN_FLIGHT;
  return store.due(until, Math.min(failuresLeft, atOnce));
}

/** Before the calls go out, so that an object that dies in between keeps to it too. */
export function notePace(
  { pace }: Line,
  config: EndpointConfig,
  due: readonly Delivery[],
  now: number,
): void {
  const limit = pacing(config);
  const calls = due.filter(({ due_at }) => due_at !== AT_ONCE).length;
  if (limit !== undefined && calls > 0) pace.note(calls, limit.eachMs, now);
}

/** Until the breaker's probe and the next of the pace events keep their own times. */
export function nextDue(line: Line, { ordered }: EndpointConfig): number | null {
  const { store } = line;
  const at = ordered === true ? (store.head()?.due_at ?? null) : store.nextDue();
  return at === null || at === AT_ONCE ? at : Math.max(at, notBefore(line));
}

function notBefore({ health, pace }: Line): number {
  return Math.max(health.probeAt, pace.nextAt);
}

function pacing({ maxPerMinute }: EndpointConfig) {
  return maxPerMinute == null ? undefined : paceOf(maxPerMinute, MAX_IN_FLIGHT);
}
