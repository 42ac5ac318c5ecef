import { meet, type Graph } from "./graph.ts";

/** Which states two runs over the same characters can be in at one time, after they have parted. */
export interface Pairs {
  /** Words in a row of the table, which has a row of bits for each state. */
  width: number;
  table: Uint32Array;
  /** States that two different runs over the same characters can enter at one time. */
  merged: boolean[];
}

/** To clear so many words of a table costs as much as one step. */
const WORDS_A_STEP = 16;

/**
 * Follows all pairs of runs over the same characters; with a component, only while both stay in it.
 * Undefined when the budget is spent.
 */
export function pairStates(graph: Graph, component?: number): Pairs | undefined {
  const { size, next, componentOf, budget } = graph;
  const width = (size + 31) >> 5;
  if (!budget.spend((size * width) / WORDS_A_STEP)) return undefined;
  const pairs: Pairs = { width, table: new Uint32Array(size * width), merged: [] };
  const inside = next.map((targets, state) => {
    if (component === undefined) return targets;
    if (componentOf[state] !== component) return [];
    return targets.filter((to) => componentOf[to] === component);
  });
  const queue: number[] = [];
  for (const targets of inside) {
    if (!walk(graph, pairs, queue, targets, targets)) return undefined;
  }
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    const b = pair % size;
    if (!walk(graph, pairs, queue, inside[(pair - b) / size] ?? [], inside[b] ?? [])) {
      return undefined;
    }
  }
  return pairs;
}

/** Goes one character further from two states. If both are the same state, the runs part here. */
function walk(
  graph: Graph,
  pairs: Pairs,
  queue: number[],
  left: readonly number[],
  right: readonly number[],
): boolean {
  for (const a of left) {
    for (const b of right) {
      if (a === b) pairs.merged[a] = pairs.merged[a] === true || left !== right;
      else if (meet(graph, a, b) && add(pairs, a, b)) queue.push(a * graph.size + b);
    }
  }
  return graph.budget.spend(left.length * right.length + 1);
}

function add({ width, table }: Pairs, a: number, b: number): boolean {
  const word = a * width + (b >> 5);
  const bit = 1 << (b & 31);
  const known = table[word] ?? 0;
  if ((known & bit) !== 0) return false;
  table[word] = known | bit;
  const mirrored = b * width + (a >> 5);
  table[mirrored] = (table[mirrored] ?? 0) | (1 << (a & 31));
  return true;
}

export function partnersOf({ width, table }: Pairs, state: number): number[] {
  const partners: number[] = [];
  for (let other = 0; other < width * 32; other++) {
    const word = table[state * width + (other >> 5)] ?? 0;
    if (((word >>> (other & 31)) & 1) === 1) partners.push(other);
  }
  return partners;
}
