import { HOUR_MS } from "../../platform/index.ts";
import type { EndpointHealth } from "./schemas.ts";

/** A receiver that has not caught up with a burst by then is slower than its events. */
const BEHIND_AFTER_MS = HOUR_MS;

/** Whether deliveries succeed, but come ever later. */
export function isBehind({ overdueSince, failingSince }: EndpointHealth, now: number): boolean {
  if (overdueSince === null || failingSince !== null) return false;
  return now - Date.parse(overdueSince) > BEHIND_AFTER_MS;
}
