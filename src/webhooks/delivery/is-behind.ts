import { HOUR_MS } from "../../platform/index.ts";
import type { EndpointHealth } from "./schemas.ts";

/** A burst is worked off in this time, or its receiver is slower than its events. */
const BEHIND_AFTER_MS = HOUR_MS;

/** Whether deliveries come through, but ever later. */
export function isBehind({ overdueSince, failingSince }: EndpointHealth, now: number): boolean {
  if (overdueSince === null || failingSince !== null) return false;
  return now - Date.parse(overdueSince) > BEHIND_AFTER_MS;
}
