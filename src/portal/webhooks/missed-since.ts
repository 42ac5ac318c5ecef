import { MINUTE_MS, minuteOf } from "../../platform/index.ts";
import type { EndpointHealth } from "../../webhooks/delivery/schemas.ts";

/** An event happens before its first call, by as long as a sweep takes, and more. */
const BEFORE_MS = 5 * MINUTE_MS;

/**
 * The time from which on nothing succeeded, for the form that sends a period again. If none failed, it
 * is `otherwise`, the time from which on the endpoint may have missed events; "" without one.
 */
export function missedSince({ failingSince }: EndpointHealth, otherwise?: string): string {
  const from = failingSince ?? otherwise;
  if (from === undefined) return "";
  return minuteOf(Date.parse(from) - BEFORE_MS);
}
