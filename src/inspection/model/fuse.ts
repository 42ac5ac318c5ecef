import type { Fusion } from "./open-model.ts";

const CLOSEST_TO_CERTAIN = 0.005;

/** The scores (0 to 100) of the layers that ran; one that did not is left out and weighs nothing. */
export type LayerScores = readonly [l1: number, l2: number | undefined, l3: number, l4: number | undefined];

/** One score out of the layers': weighted log-odds, so that no layer alone makes a score certain. */
export function fuse(fusion: Fusion, scores: LayerScores): number {
  let z = fusion.bias;
  scores.forEach((score, i) => {
    if (score !== undefined) z += (fusion.layers[i] ?? 0) * logOdds(score / 100);
  });
  return Math.round(100 / (1 + Math.exp(-z)));
}

export function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, CLOSEST_TO_CERTAIN), 1 - CLOSEST_TO_CERTAIN);
  return Math.log(bounded / (1 - bounded));
}
