import { FOREIGN_SHARES, type ForeignModel, type TextModel } from "../../model/open-model.ts";
import type { Collector } from "./collector.ts";
import { sharesOf } from "./shares-of.ts";

/**
 * The log-odds of bad for a message in another language, by its own features and by what each group of
 * the main ones says, which counts differently in another script.
 */
export function foreignOdds(
  { weights, bad, shares }: ForeignModel,
  collector: Collector,
  main: readonly number[],
  otherScript: boolean,
): number {
  const own = sharesOf({ columns: 1, weights }, collector).reduce((a, b) => a + b, 0);
  const from = otherScript ? FOREIGN_SHARES : 0;
  const said = main.reduce((sum, share, i) => sum + share * (shares[from + i] ?? 0), 0);
  return bad.slope * (own * bad.scale + said + bad.bias) + bad.offset;
}

/** Returns what each group adds to the first question of the main weights, in log-odds. */
export function sharesOfBad({ columns, bad }: TextModel, shares: Float64Array): number[] {
  return Array.from(
    { length: FOREIGN_SHARES },
    (_, group) => (shares[group * columns] ?? 0) * bad.scale * bad.slope,
  );
}
