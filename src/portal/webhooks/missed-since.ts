import { timeOf } from "../../platform/index.ts";
import type { EndpointHealth } from "../../webhooks/delivery/schemas.ts";

/** An event came about before its first call: as long as a sweep takes, and more. */
const BEFORE_MS = 300_000;
/** Of a time, as forms have it. */
const TO_MINUTES = 16;

/** From when on nothing came through, as the form that sends a period again has it; "" if all does. */
export function missedSince({ failingSince }: EndpointHealth): string {
  if (failingSince === null) return "";
  return timeOf(Date.parse(failingSince) - BEFORE_MS).slice(0, TO_MINUTES);
}
