import { sortIntoSymbols } from "./alphabet.ts";
import type { Automaton } from "./automaton.ts";
import type { CodePoints } from "./code-points.ts";
import { MAX_STEPS } from "./limits.ts";

/** The automaton for the ambiguity check, as if all assertions always held. */
export interface Graph {
  size: number;
  next: number[][];
  previous: number[][];
  /** The set that leads into each state; and for each two sets whether they share a character. */
  setOf: Uint16Array;
  sets: number;
  shared: Uint8Array;
  /** The strongly connected component of each state; edges lead to components of lower number. */
  componentOf: number[];
  components: number[][];
  /** For each component whether it has a loop. */
  loops: boolean[];
  budget: Budget;
}

/** The steps that the check may still take. When they are spent it ends without a result. */
export class Budget {
  #left = MAX_STEPS;

  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  get spent(): boolean {
    return this.#left < 0;
  }
}

export function graphOf(automaton: Automaton): Graph {
  const next = automaton.edges.map((edges) => edges.map((edge) => edge.to));
  const previous: number[][] = next.map(() => []);
  for (const [from, targets] of next.entries()) for (const to of targets) previous[to]?.push(from);
  const { componentOf, components } = findComponents(next);
  const loops = components.map((states) =>
    states.some((state) => states.length > 1 || (next[state] ?? []).includes(state)),
  );
  return {
    size: next.length,
    next,
    previous,
    setOf: Uint16Array.from(automaton.setOf),
    sets: automaton.sets.length,
    shared: findShared(automaton.sets),
    componentOf,
    components,
    loops,
    budget: new Budget(),
  };
}

/** Whether one character can lead into both states. */
export function meet({ setOf, sets, shared }: Graph, a: number, b: number): boolean {
  return shared[(setOf[a] ?? 0) * sets + (setOf[b] ?? 0)] === 1;
}

function findShared(sets: readonly CodePoints[]): Uint8Array {
  const shared = new Uint8Array(sets.length * sets.length);
  for (const held of sortIntoSymbols(sets).setsOf) {
    for (const a of held) for (const b of held) shared[a * sets.length + b] = 1;
  }
  return shared;
}

interface Frame {
  state: number;
  edge: number;
}

/** Tarjan's algorithm, with its own stack: a chain may be a thousand states long. */
function findComponents(next: number[][]): { componentOf: number[]; components: number[][] } {
  const order: number[] = [];
  const low: number[] = [];
  const componentOf = next.map(() => -1);
  const components: number[][] = [];
  const open: number[] = [];
  const frames: Frame[] = [{ state: 0, edge: 0 }];
  let count = 0;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { state } = frame;
    if (order[state] === undefined) {
      order[state] = low[state] = count++;
      open.push(state);
    }
    const to = next[state]?.[frame.edge++];
    if (to !== undefined) {
      if (order[to] === undefined) frames.push({ state: to, edge: 0 });
      else if (componentOf[to] === -1) low[state] = Math.min(low[state] ?? 0, order[to]);
      continue;
    }
    frames.pop();
    const parent = frames.at(-1)?.state;
    if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[state] ?? 0);
    if (low[state] !== order[state]) continue;
    const states = open.splice(open.lastIndexOf(state));
    for (const member of states) componentOf[member] = components.length;
    components.push(states);
  }
  return { componentOf, components };
}
