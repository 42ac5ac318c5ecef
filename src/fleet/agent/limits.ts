import { refuse, type Refusal } from "../../http/index.ts";
import { HOUR_MS } from "../../platform/index.ts";
import { DEFAULT_INTERVAL_S } from "../policies/pick-policy.ts";
import { retryAfter } from "../spread.ts";
import type { Profile } from "./record.ts";

const ROTATION_WINDOW_MS = HOUR_MS;
export const MAX_ROTATIONS = 5;

/**
 * Refuses a call beyond the agent's limits. The agent may come back soon, however long its interval:
 * the bucket refills quickly.
 */
export function refuseRate(agentId: string): Refusal {
  return refuse(429, "rate_limited", "This agent calls too often.", {
    retryAfterSeconds: retryAfter(agentId, DEFAULT_INTERVAL_S),
    retryable: true,
    action: "retry_later",
  });
}

/** Limits rotations: a certificate costs the CA work, and no agent needs five in an hour. */
export function refuseRotation(profile: Profile, now: number): Refusal | undefined {
  const recent = recentRotations(profile, now);
  const [first] = recent;
  if (first === undefined || recent.length < MAX_ROTATIONS) return undefined;
  return refuse(429, "rate_limited", "This agent rotates its certificate too often.", {
    retryAfterSeconds: (first + ROTATION_WINDOW_MS - now) / 1000,
    retryable: true,
    action: "retry_later",
  });
}

export function recentRotations({ rotations }: Profile, now: number): number[] {
  return rotations.filter((at) => at > now - ROTATION_WINDOW_MS);
}
