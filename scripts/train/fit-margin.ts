import { GROUPS } from "../../src/inspection/layers/l3/collector.ts";
import { seeded, shuffle } from "./random.ts";
import { dot, type Vector } from "./vectors.ts";

export interface Example {
  vector: Vector;
  /** +1 or -1. */
  side: number;
  weight: number;
  /**
   * How hard it is pushed to its side if the other examples alone would put it on the other side; 0 if
   * absent.
   */
  push?: number;
  /** What it counts to stand beyond its margin, beside falling short of it; nothing if absent. */
  beyond?: number;
}

export interface Fitted {
  weights: Float64Array;
  bias: number;
}

const SEED = 20261121;
const EPOCHS = 20;
const SMOOTHING = 1;
const LARGEST_RATIO = 4;
/** After so many rounds it is checked where each example would stand without itself. */
const PUSH_AT = 10;
/** How far on its own side an example is pushed no more, and the largest push. */
const PUSH_ROOM = 0.5;
const LARGEST_PUSH = 3;

export interface Fit {
  /** What an error costs beside large weights. */
  cost: number;
  /**
   * What is kept of a feature's value however evenly it falls on the two sides; at 1 all count alike.
   */
  evenness: number;
  /**
   * What a group weighs in this machine beside its weight in all machines, by its number; 1 if absent.
   */
  groups?: Readonly<Record<number, number>>;
}

/**
 * Fits a linear machine with squared hinge loss by dual coordinate descent, over features scaled by how
 * telling they are alone. The scale is folded into the weights, so that the result is one plain linear
 * model.
 */
export function fitMargin(examples: readonly Example[], bits: number, fit: Fit): Fitted {
  const scale = tellingScale(examples, 1 << bits, fit.evenness);
  if (fit.groups !== undefined) weighGroups(scale, examples, fit.groups);
  const scaled = examples.map((example) => {
    const { vector } = example;
    const values = new Float32Array(vector.values.length);
    for (let i = 0; i < values.length; i++)
      values[i] = (vector.values[i] ?? 0) * (scale[vector.ids[i] ?? 0] ?? 0);
    return { ...example, vector: { ...vector, values } };
  });
  const fitted = descend(scaled, 1 << bits, fit.cost);
  for (let i = 0; i < scale.length; i++)
    fitted.weights[i] = (fitted.weights[i] ?? 0) * (scale[i] ?? 0);
  return fitted;
}

function tellingScale(examples: readonly Example[], size: number, evenness: number): Float64Array {
  const counts = [new Float64Array(size).fill(SMOOTHING), new Float64Array(size).fill(SMOOTHING)];
  const totals = [0, 0];
  for (const { vector, side, weight } of examples) {
    const at = side > 0 ? 1 : 0;
    const count = counts[at];
    totals[at] = (totals[at] ?? 0) + weight;
    if (count !== undefined) for (const id of vector.ids) count[id] = (count[id] ?? 0) + weight;
  }
  const [low = 1, high = 1] = totals;
  return new Float64Array(size).map((_, i) => {
    const ratio = Math.abs(Math.log((counts[1]?.[i] ?? 1) / high / ((counts[0]?.[i] ?? 1) / low)));
    return evenness + ((1 - evenness) * Math.min(ratio, LARGEST_RATIO)) / 2;
  });
}

/**
 * Applies the weights of groups. A feature belongs to the group in which the last example has it: two
 * groups seldom share a bucket.
 */
function weighGroups(
  scale: Float64Array,
  examples: readonly Example[],
  weights: Readonly<Record<number, number>>,
): void {
  const groupOf = new Uint8Array(scale.length);
  for (const { vector } of examples) {
    let from = 0;
    for (let group = 0; group < GROUPS; group++) {
      const end = vector.ends[group] ?? from;
      for (const id of vector.ids.subarray(from, end)) groupOf[id] = group;
      from = Math.max(from, end);
    }
  }
  for (let id = 0; id < scale.length; id++)
    scale[id] = (scale[id] ?? 0) * (weights[groupOf[id] ?? 0] ?? 1);
}

function descend(examples: readonly Example[], size: number, cost: number): Fitted {
  const weights = new Float64Array(size);
  let bias = 0;
  const duals = new Float64Array(examples.length);
  const norms = examples.map(({ vector }) =>
    vector.values.reduce((sum, value) => sum + value * value, 1),
  );
  const targets = new Float64Array(examples.length).fill(1);
  const order = examples.map((_, i) => i);
  const random = seeded(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    if (epoch === PUSH_AT)
      examples.forEach((example, i) => {
        const margin = dot(weights, example.vector) + bias;
        targets[i] = targetOf(example, margin * example.side - (duals[i] ?? 0) * (norms[i] ?? 1));
      });
    for (const i of shuffle(random, order)) {
      const example = examples[i];
      if (example === undefined) continue;
      const { vector, side, weight, beyond = 0 } = example;
      const slack = 0.5 / (cost * weight);
      const old = duals[i] ?? 0;
      const norm = norms[i] ?? 1;
      const short = (targets[i] ?? 1) - side * (dot(weights, vector) + bias);
      const free = old + (short - slack * old) / (norm + slack);
      const back = beyond > 0 ? (norm * old + short) / (norm + slack / beyond) : 0;
      const next = free < 0 ? back : free;
      const step = (next - old) * side;
      duals[i] = next;
      if (step === 0) continue;
      const { ids, values } = vector;
      for (let k = 0; k < ids.length; k++)
        weights[ids[k] ?? 0] = (weights[ids[k] ?? 0] ?? 0) + step * (values[k] ?? 0);
      bias += step;
    }
  }
  return { weights, bias };
}

/**
 * Returns the margin that an example must reach. An example that only its own part in the machine keeps
 * on its side would stand far on the other side if it had not been seen, and so will messages like it.
 * They decide the strict limits, and a larger weight changes nothing, because all examples reach their
 * margin.
 */
function targetOf({ push = 0 }: Example, alone: number): number {
  return 1 + push * Math.min(LARGEST_PUSH, Math.max(0, PUSH_ROOM - alone));
}
