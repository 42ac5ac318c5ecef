import weights from "./confidence.json" with { type: "json" };

/** The inputs of the calibrated model. `scripts/eval/fit-confidence.ts` writes its weights. */
export interface Support {
  coverage: number;
  sentence: number;
  gramShare: number;
  lexical: number;
  pairs: number;
  /** The distance to the best piece of another document. */
  margin: number;
  words: number;
}

export const FEATURES = [
  "coverage",
  "sentence",
  "gramShare",
  "lexical",
  "pairs",
  "margin",
  "words",
] as const satisfies readonly (keyof Support)[];

const PLACES = 1e4;

/**
 * The calibrated probability that the piece answers the question. docs/ai.md says on which questions it
 * was fitted.
 */
export function supportOf(support: Support): number {
  let sum = weights.bias;
  for (const feature of FEATURES) sum += weights[feature] * support[feature];
  return Math.round(PLACES / (1 + Math.exp(-sum))) / PLACES;
}
