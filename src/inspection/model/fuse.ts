import type { Fusion } from "./open-model.ts";

/** No layer is taken for more certain than this; the first layer's silence says little. */
const LEAST = 0.05;

/** The scores (0 to 100) of the layers that ran; one that did not is left out and weighs nothing. */
export type LayerScores = readonly [l1: number, l2: number | undefined, l3: number, l4: number | undefined];

/** One score out of the layers', 0 to 100. */
export function fuse(fusion: Fusion, scores: LayerScores): number {
  return Math.round(100 / (1 + Math.exp(-fusedOdds(fusion, scores))));
}

/** Weighted log-odds of the layers, so that no layer alone makes a score certain. */
export function fusedOdds(fusion: Fusion, scores: LayerScores): number {
  let z = fusion.bias;
  scores.forEach((score, i) => {
    if (score !== undefined) z += (fusion.layers[i] ?? 0) * logOdds(score / 100);
  });
  return z;
}

export function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, LEAST), 1 - LEAST);
  return Math.log(bounded / (1 - bounded));
}
