import "../suffixes/open-rules.ts";
import "./open-brands.ts";
import { readMessage, type Message } from "../../src/inspection/reading/read-message.ts";
import { Collector, GROUPS } from "../../src/inspection/layers/l3/collector.ts";
import { collect } from "../../src/inspection/layers/l3/features.ts";

export interface Vector {
  ids: Uint32Array;
  values: Float32Array;
  /** Where each group of features ends. */
  ends: Uint32Array;
}

export function vectorsOf(messages: readonly Message[], bits: number): Vector[] {
  const collector = new Collector(bits);
  return messages.map((message) => {
    collect(readMessage(message), collector);
    return vectorOf(collector);
  });
}

/** Copies what a collector holds. */
export function vectorOf(collector: Collector): Vector {
  const values = new Float32Array(collector.length);
  let from = 0;
  for (let group = 0; group < GROUPS; group++) {
    const end = collector.ends[group] ?? 0;
    values.fill(collector.valueOf(group), from, end);
    from = Math.max(from, end);
  }
  const ids = collector.ids.slice(0, collector.length);
  return { ids, values, ends: collector.ends.slice() };
}

export function dot(weights: Float64Array, vector: Vector): number {
  const { ids, values } = vector;
  let total = 0;
  for (let i = 0; i < ids.length; i++) total += (weights[ids[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return total;
}
