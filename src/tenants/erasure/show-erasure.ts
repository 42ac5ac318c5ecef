import { DAY_MS, MINUTE_MS, timeOf } from "../../platform/index.ts";
import { KEPT, KEPT_REASONS } from "./kept.ts";
import type { Erasure } from "./schemas.ts";
import type { ErasureRow } from "./store.ts";

/** How long an erasure waits: longer than isolates remember anything, leases of keys included. */
export const QUIET_MS = MINUTE_MS;
/** How far back the platform can restore a database or an object. */
const HISTORY_MS = 30 * DAY_MS;

export function showErasure(row: ErasureRow, now: number): Erasure {
  const { tenantId, askedBy, askedAt, endedAt, failure } = row;
  return {
    tenantId,
    state: stateOf(row, now),
    askedBy,
    askedAt: timeOf(askedAt),
    erased: row.counts,
    kept: KEPT.map((kind) => ({ kind, reason: KEPT_REASONS[kind] })),
    failure,
    failedAt: timeOf(row.failedAt),
    endedAt: timeOf(endedAt),
    historyEndsAt: timeOf(endedAt && endedAt + HISTORY_MS),
  };
}

function stateOf({ askedAt, endedAt, turn }: ErasureRow, now: number): Erasure["state"] {
  if (endedAt !== null) return "done";
  return turn === 0 && now < askedAt + QUIET_MS ? "waiting" : "running";
}
