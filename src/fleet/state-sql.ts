import {
  MISSING_AFTER_MS,
  OFFLINE_FLOOR_MS,
  OFFLINE_INTERVALS,
  REFRESH_MS,
  STALE_FLOOR_MS,
  STALE_INTERVALS,
  STATES,
  type EffectiveState,
} from "./effective-state.ts";

const heard = `(last_seen + watched * ${REFRESH_MS})`;
const staleAt = silentFrom(STALE_INTERVALS * 1000, STALE_FLOOR_MS);
const offlineAt = silentFrom(OFFLINE_INTERVALS * 1000, OFFLINE_FLOOR_MS);
/** The state by the row alone, without the time, as an index in `STATES`. */
const ownState = `(CASE
    WHEN revoked_at IS NOT NULL THEN ${placeOf("revoked")}
    WHEN last_seen = 0 THEN ${placeOf("pending")}
    WHEN health = 'error' THEN ${placeOf("error")}
    WHEN health = 'degraded' OR conflict = 1 THEN ${placeOf("degraded")}
    ELSE ${placeOf("online")} END)`;

/** The expressions of `stateSql`, for an index with them: counting then reads only the index. */
export const STATE_FACTS = [
  ownState,
  staleAt,
  offlineAt,
  heard,
  "cert_expiring_from",
  "last_seen",
] as const;

/** Neither revoked nor pending. */
export const ACTIVE_SQL = `(${ownState} > ${placeOf("pending")})`;

/**
 * The rules of `effectiveState` over the columns of `agents`, those first that apply to most agents.
 * `now` is our own number, never a caller's text.
 */
export function stateSql(now: number): string {
  const { fresh, expiring, stale, missing } = conditionsAt(now);
  return `CASE
    WHEN ${fresh} THEN CASE ${ownState}
      WHEN ${placeOf("online")} THEN CASE WHEN ${expiring} THEN 'degraded' ELSE 'online' END
      WHEN ${placeOf("degraded")} THEN 'degraded'
      WHEN ${placeOf("error")} THEN 'error'
      WHEN ${placeOf("pending")} THEN 'pending'
      ELSE 'revoked' END
    WHEN NOT ${ACTIVE_SQL} THEN CASE ${ownState}
      WHEN ${placeOf("pending")} THEN 'pending' ELSE 'revoked' END
    WHEN ${stale} THEN 'stale'
    WHEN ${missing} THEN 'missing'
    ELSE 'offline' END`;
}

/** A range of agents in the index `agents_now`, and their state. */
export interface Part {
  where: string;
  state: EffectiveState;
  /** Exceptions: other states, and the condition for each. */
  but: Partial<Record<EffectiveState, string>>;
}

/** The same rules by ranges: each agent of a tenant is in exactly one part. */
export function partsAt(now: number): Part[] {
  const { fresh, silent, expiring, stale, missing } = conditionsAt(now);
  const own = (...states: EffectiveState[]) => `${ownState} IN (${states.map(placeOf).join()})`;
  return [
    { where: own("revoked"), state: "revoked", but: {} },
    { where: own("pending"), state: "pending", but: {} },
    { where: `${own("error")} AND ${fresh}`, state: "error", but: {} },
    { where: `${own("degraded")} AND ${fresh}`, state: "degraded", but: {} },
    { where: `${own("online")} AND ${fresh}`, state: "online", but: { degraded: expiring } },
    {
      where: `${own("error", "degraded", "online")} AND ${silent}`,
      state: "offline",
      but: { stale, missing },
    },
  ];
}

function conditionsAt(now: number) {
  const at = Math.trunc(now);
  return {
    fresh: `${staleAt} >= ${at}`,
    silent: `${staleAt} < ${at}`,
    expiring: `${at} > cert_expiring_from`,
    stale: `${offlineAt} >= ${at}`,
    missing: `${heard} < ${at - MISSING_AFTER_MS}`,
  };
}

/**
 * When silence begins; at most `MISSING_AFTER_MS`, however long the interval. Written without a
 * comma, because drizzle-kit cuts the expression of an index at commas.
 */
function silentFrom(perSecond: number, floor: number): string {
  const longest = `${perSecond} * interval_s`;
  return `(${heard} + CASE
    WHEN ${longest} > ${MISSING_AFTER_MS} THEN ${MISSING_AFTER_MS}
    WHEN ${longest} > ${floor} THEN ${longest} ELSE ${floor} END)`;
}

function placeOf(state: EffectiveState): number {
  return STATES.indexOf(state);
}
