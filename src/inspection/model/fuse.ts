import type { Fusion } from "./open-model.ts";

/**
 * How close to 0 or 1 the probability of each layer may come. The first looks at form alone, so that
 * finding nothing says little.
 */
const LEAST = [0.05, 0.001, 0.001, 0.05] as const;

/** The scores (0 to 100) of the layers. A layer that did not run is undefined and weighs nothing. */
export type LayerScores = readonly [
  l1: number,
  l2: number | undefined,
  l3: number | undefined,
  l4: number | undefined,
];

/** Makes one score, 0 to 100, out of those of the layers. */
export function fuse(fusion: Fusion, scores: LayerScores): number {
  return Math.round(100 * probabilityOf(fusedOdds(fusion, scores)));
}

/** Adds up the weighted log-odds of the layers, so that no layer alone makes a score certain. */
export function fusedOdds(fusion: Fusion, scores: LayerScores): number {
  let z = fusion.bias;
  scores.forEach((score, i) => {
    if (score !== undefined) z += (fusion.layers[i] ?? 0) * logOdds(score / 100, i);
  });
  return z;
}

export function probabilityOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Returns the log-odds of a layer's probability. Layers are counted from zero. */
export function logOdds(probability: number, layer: number): number {
  const least = LEAST[layer] ?? 0.05;
  const bounded = Math.min(Math.max(probability, least), 1 - least);
  return Math.log(bounded / (1 - bounded));
}
