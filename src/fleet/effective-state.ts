import { MINUTE_MS, DAY_MS } from "../platform/index.ts";

/** The states of an agent, as shown in lists, filters, the summary and to the agent itself. */
export const STATES = [
  "revoked",
  "pending",
  "missing",
  "offline",
  "stale",
  "error",
  "degraded",
  "online",
] as const;

export type EffectiveState = (typeof STATES)[number];

/**
 * The states of agents that have fallen silent. "stale" is left out: in a large fleet some agent is
 * always late, and whoever is on call need not know.
 */
export const SILENT_STATES = ["missing", "offline"] as const;
/** The name for both states in filters of lists. */
export const SILENT = "silent";

export const LIFECYCLES = ["active", "pending", "revoked"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

interface Life {
  revokedAt: number | null;
  lastSeen: number;
}

export function lifecycleOf({ revokedAt, lastSeen }: Life): Lifecycle {
  if (revokedAt !== null) return "revoked";
  return lastSeen === 0 ? "pending" : "active";
}

export const MISSING_AFTER_MS = 30 * DAY_MS;
export const OFFLINE_FLOOR_MS = 15 * MINUTE_MS;
export const OFFLINE_INTERVALS = 10;
export const STALE_FLOOR_MS = 3 * MINUTE_MS;
export const STALE_INTERVALS = 3;
/**
 * How often mere heartbeats are written to D1 while the agent's object watches the agent. The object
 * itself reports when the agent falls silent; if that fails, the lists notice it this much later.
 */
export const REFRESH_MS = 15 * MINUTE_MS;

export interface StateFacts {
  revoked: boolean;
  /** 0 if never. */
  lastSeen: number;
  intervalS: number;
  /** Whether `lastSeen` may lag by up to `REFRESH_MS`. */
  watched: boolean;
  health: string | null;
  conflict: boolean;
  certificateExpiringFrom: number;
}

export function staleAfter(intervalS: number): number {
  return Math.max(STALE_INTERVALS * intervalS * 1000, STALE_FLOOR_MS);
}

export function offlineAfter(intervalS: number): number {
  return Math.max(OFFLINE_INTERVALS * intervalS * 1000, OFFLINE_FLOOR_MS);
}

/**
 * The state by the first rule that holds. `stateSql` (state-sql.ts) is the same in SQL; a test
 * compares them.
 */
export function effectiveState(facts: StateFacts, now: number): EffectiveState {
  const age = now - facts.lastSeen - (facts.watched ? REFRESH_MS : 0);
  if (facts.revoked) return "revoked";
  if (facts.lastSeen === 0) return "pending";
  if (age > MISSING_AFTER_MS) return "missing";
  if (age > offlineAfter(facts.intervalS)) return "offline";
  if (age > staleAfter(facts.intervalS)) return "stale";
  if (facts.health === "error") return "error";
  if (facts.health === "degraded" || facts.conflict) return "degraded";
  if (now > facts.certificateExpiringFrom) return "degraded";
  return "online";
}

const NEVER_CHECKED_IN_MS = DAY_MS;

export const REASONS = [
  "revoked",
  "never_checked_in",
  "silent",
  "health_error",
  "health_degraded",
  "identity_conflict",
  "certificate_expiring",
] as const;

export type Reason = (typeof REASONS)[number];

/** The reasons why the state is not "online". */
export function stateReasons(facts: StateFacts & { enrolledAt: number }, now: number): Reason[] {
  const reasons: Reason[] = [];
  if (facts.revoked) reasons.push("revoked");
  if (facts.lastSeen === 0 && now - facts.enrolledAt > NEVER_CHECKED_IN_MS) {
    reasons.push("never_checked_in");
  }
  if (facts.lastSeen > 0 && now - facts.lastSeen > staleAfter(facts.intervalS)) {
    reasons.push("silent");
  }
  if (facts.health === "error" || facts.health === "degraded") {
    reasons.push(`health_${facts.health}`);
  }
  if (facts.conflict) reasons.push("identity_conflict");
  if (now > facts.certificateExpiringFrom) reasons.push("certificate_expiring");
  return reasons;
}
