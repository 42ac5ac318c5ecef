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
/** What the row alone makes of an agent, without a look at the clock: a place in `STATES`. */
const ownState = `(CASE
    WHEN revoked_at IS NOT NULL THEN ${placeOf("revoked")}
    WHEN last_seen = 0 THEN ${placeOf("pending")}
    WHEN health = 'error' THEN ${placeOf("error")}
    WHEN health = 'degraded' OR conflict = 1 THEN ${placeOf("degraded")}
    ELSE ${placeOf("online")} END)`;

/** What `stateSql` is made of, for an index that holds it ready: then counting is a scan of that. */
export const STATE_FACTS = [
  ownState,
  staleAt,
  offlineAt,
  "cert_expiring_from",
  "last_seen",
  "watched",
] as const;

/** Neither revoked nor still to check in for the first time. */
export const ACTIVE_SQL = `${ownState} > ${placeOf("pending")}`;

/**
 * The rules of `effectiveState` over the columns of `agents`. `now` is a number of ours, never a
 * caller's text.
 */
export function stateSql(now: number, say: (state: EffectiveState) => string = quoted): string {
  const at = Math.trunc(now);
  return `CASE
    WHEN ${ownState} = ${placeOf("revoked")} THEN ${say("revoked")}
    WHEN ${ownState} = ${placeOf("pending")} THEN ${say("pending")}
    WHEN ${heard} < ${at - MISSING_AFTER_MS} THEN ${say("missing")}
    WHEN ${staleAt} >= ${at} THEN CASE
      WHEN ${ownState} = ${placeOf("error")} THEN ${say("error")}
      WHEN ${ownState} = ${placeOf("degraded")} THEN ${say("degraded")}
      WHEN ${at} > cert_expiring_from THEN ${say("degraded")}
      ELSE ${say("online")} END
    WHEN ${offlineAt} >= ${at} THEN ${say("stale")}
    ELSE ${say("offline")} END`;
}

/** Its place in `STATES`, one character for each. */
export function placeSql(now: number): string {
  return stateSql(now, (state) => `'${placeOf(state)}'`);
}

/** Without a comma, at which the maker of migrations would cut the expression in two. */
function silentFrom(perSecond: number, floor: number): string {
  const longest = `CASE WHEN ${perSecond} * interval_s > ${floor} THEN ${perSecond} * interval_s ELSE ${floor} END`;
  return `(${heard} + ${longest})`;
}

function placeOf(state: EffectiveState): number {
  return STATES.indexOf(state);
}

function quoted(state: EffectiveState): string {
  return `'${state}'`;
}
