import { MINUTE_MS, minuteOf } from "../../platform/index.ts";
import type { EndpointHealth } from "../../webhooks/delivery/schemas.ts";

/** An event happens before its first call, by as long as a sweep takes, and more. */
const BEFORE_MS = 5 * MINUTE_MS;

/**
 * The time from which on nothing succeeded, for the form that sends a period again; "" if all does.
 */
export function missedSince({ failingSince }: EndpointHealth): string {
  if (failingSince === null) return "";
  return minuteOf(Date.parse(failingSince) - BEFORE_MS);
}
