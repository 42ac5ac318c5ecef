import { timeOf } from "../platform/index.ts";
import {
  MISSING_AFTER_MS,
  OFFLINE_FLOOR_MS,
  OFFLINE_INTERVALS,
  STALE_FLOOR_MS,
  STALE_INTERVALS,
  STATES,
} from "./effective-state.ts";
import { noCounts, type StateCounts } from "./count-states.ts";

export function summarise(counts: Map<string, StateCounts>, now: number) {
  const all = noCounts();
  const tenants = [...counts].map(([tenantId, states]) => {
    for (const state of STATES) all[state] += states[state];
    return { tenant_id: tenantId, total: sum(states), by_state: states };
  });
  return {
    generated_at: timeOf(now),
    thresholds: {
      stale_intervals: STALE_INTERVALS,
      stale_min_s: STALE_FLOOR_MS / 1000,
      offline_intervals: OFFLINE_INTERVALS,
      offline_min_s: OFFLINE_FLOOR_MS / 1000,
      missing_s: MISSING_AFTER_MS / 1000,
    },
    totals: { total: sum(all), by_state: all },
    tenants,
  };
}

function sum(counts: StateCounts): number {
  return STATES.reduce((total, state) => total + counts[state], 0);
}
