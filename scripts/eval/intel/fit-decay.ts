import { SUSPICIOUS_FROM } from "../../../src/intel/fusion/fuse.ts";
import type { Decay, Source } from "../../../src/intel/sources/source.ts";
import { chanceAfter, verdictAfter, withDecay } from "./forecast.ts";
import { brier, type Relisted } from "./relistings.ts";

/** Up to 180 days, the longest that anybody keeps a URL. */
const TAUS = [7, 14, 21, 30, 45, 60, 90, 120, 150, 180];
const DELTAS = [1, 1.5, 2, 2.3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15];

/**
 * Finds the decay with the smallest Brier score among those that call an indicator suspicious for so
 * many days after it left the list. A new listing is the least sign of danger that can be known.
 */
export function fitDecay(
  source: Source,
  seen: readonly Relisted[],
  suspiciousDays: number,
): { decay: Decay; score: number } | undefined {
  let best: { decay: Decay; score: number } | undefined;
  for (const tauDays of TAUS) {
    for (const delta of DELTAS) {
      const tried = withDecay(source, { tauDays, delta });
      if (verdictAfter(tried, suspiciousDays).threatLevel < SUSPICIOUS_FROM) continue;
      const score = brier(seen, (days) => chanceAfter(tried, days));
      if (best === undefined || score < best.score) best = { decay: { tauDays, delta }, score };
    }
  }
  return best;
}
