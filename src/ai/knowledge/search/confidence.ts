import weights from "./confidence.json" with { type: "json" };

/** What the calibrated model looks at; `scripts/eval/fit-confidence.ts` writes its weights. */
export interface Support {
  coverage: number;
  sentence: number;
  gramShare: number;
  lexical: number;
  pairs: number;
  /** How far the best piece of another document stays behind. */
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

/** The probability that the piece answers the question, as it came out on held-back questions. */
export function supportOf(support: Support): number {
  let sum = weights.bias;
  for (const feature of FEATURES) sum += weights[feature] * support[feature];
  return Math.round(PLACES / (1 + Math.exp(-sum))) / PLACES;
}
