import type { TextModel } from "../../model/open-model.ts";
import { GROUPS, type Collector } from "./collector.ts";

/**
 * Returns what each group of features says to each question: the sum of its weights, question beside
 * question.
 */
export function sharesOf(
  { columns, weights }: Pick<TextModel, "columns" | "weights">,
  collector: Collector,
): Float64Array {
  const { ids, ends } = collector;
  const shares = new Float64Array(columns * GROUPS);
  let from = 0;
  for (let group = 0; group < GROUPS; group++) {
    const end = ends[group] ?? 0;
    const value = collector.valueOf(group);
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      // Weights are whole numbers, and so is their sum; by the `| 0` the engine adds them as such.
      for (let i = from; i < end; i++)
        sum = (sum + (weights[(ids[i] ?? 0) * columns + column] ?? 0)) | 0;
      shares[group * columns + column] = sum * value;
    }
    from = Math.max(from, end);
  }
  return shares;
}

/** Returns for each question the sum of its weights over the features of the message. */
export function answersOf({ columns }: TextModel, shares: Float64Array): Float64Array {
  const totals = new Float64Array(columns);
  shares.forEach((share, at) => {
    totals[at % columns] = (totals[at % columns] ?? 0) + share;
  });
  return totals;
}
