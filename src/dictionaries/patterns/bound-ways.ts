import { countWays } from "./count-ways.ts";
import type { Graph } from "./graph.ts";
import { MAX_WAYS } from "./limits.ts";
import { pairStates, type Pairs } from "./pair-states.ts";
import { findReentry } from "./find-reentry.ts";

/** Why a pattern may make a backtracking engine slow, with the states or components that do. */
export type Ambiguity =
  | { kind: "exponential"; component: number }
  | { kind: "polynomial"; first: number; second: number }
  | { kind: "many"; state: number }
  | { kind: "unknown" };

interface Judged extends Graph {
  pairs: Pairs;
  /** For each state how many runs over the same characters can be in it at one time, at most. */
  waysTo: number[];
  /** For each state the longest way to it without a loop. */
  depths: number[];
}

/**
 * How many runs over the same characters, from one start, can be open at one time, at most; or why
 * there is no such bound, or one over the limit.
 */
export function boundWays(graph: Graph): number | Ambiguity {
  const pairs = pairStates(graph);
  if (pairs === undefined) return { kind: "unknown" };
  const waysTo = graph.next.map(() => 1);
  const depths = graph.next.map(() => 0);
  const judged: Judged = { ...graph, pairs, waysTo, depths };
  for (let component = graph.components.length - 1; component >= 0; component--) {
    const found = judgeComponent(judged, component);
    if (found !== undefined) return found;
  }
  const states = graph.next.map((_, state) => state);
  const ways = countWays(states, waysTo, pairs, graph.budget);
  if (graph.budget.spent) return { kind: "unknown" };
  return ways > MAX_WAYS ? { kind: "many", state: states.length - 1 } : ways;
}

/** Components are judged in the order in which runs reach them. */
function judgeComponent(graph: Judged, component: number): Ambiguity | undefined {
  const states = graph.components[component] ?? [];
  const [state] = states;
  if (state === undefined || state === 0) return undefined;
  const entries = entriesOf(graph, states);
  const sources = [...new Set(entries.map((entry) => entry.from))];
  const merges = states.some((member) => graph.pairs.merged[member] === true);
  const loop = graph.loops[component] === true;
  if (!loop) graph.depths[state] = 1 + Math.max(...sources.map((from) => depthOf(graph, from)));
  let ways: number | Ambiguity = Math.max(...sources.map((from) => graph.waysTo[from] ?? 1));
  if (merges && loop) ways = judgeLoop(graph, component, entries);
  else if (merges) ways = countWays(sources, graph.waysTo, graph.pairs, graph.budget);
  if (typeof ways !== "number") return ways;
  if (graph.budget.spent) return { kind: "unknown" };
  if (ways > MAX_WAYS) return { kind: "many", state };
  for (const member of states) graph.waysTo[member] = ways;
  return undefined;
}

function judgeLoop(graph: Judged, component: number, entries: Entry[]): number | Ambiguity {
  const inner = pairStates(graph, component);
  if (inner === undefined) return { kind: "unknown" };
  if (inner.merged.includes(true)) return { kind: "exponential", component };
  let ways = 0;
  for (const entry of entries) {
    if (!graph.budget.spend(graph.size)) return { kind: "unknown" };
    const reentry = findReentry(graph, graph.pairs, entry, ancestorsOf(graph, entry.from));
    if (reentry === undefined) return { kind: "unknown" };
    if (reentry.kind === "unbounded") {
      return { kind: "polynomial", first: reentry.loop, second: component };
    }
    const apart = reentry.kind === "once" ? Infinity : reentry.steps;
    const times = 1 + Math.floor(depthOf(graph, entry.from) / apart);
    ways += times * (graph.waysTo[entry.from] ?? 1);
  }
  return ways;
}

interface Entry {
  from: number;
  to: number;
}

function entriesOf(graph: Judged, states: readonly number[]): Entry[] {
  const own = graph.componentOf[states[0] ?? 0];
  return states.flatMap((to) =>
    (graph.previous[to] ?? [])
      .filter((from) => graph.componentOf[from] !== own)
      .map((from) => ({ from, to })),
  );
}

/** A loop starts the count again at 0. */
function depthOf(graph: Judged, state: number): number {
  return graph.loops[graph.componentOf[state] ?? 0] === true ? 0 : (graph.depths[state] ?? 0);
}

function ancestorsOf(graph: Graph, state: number): boolean[] {
  const found = graph.next.map(() => false);
  const open = [state];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found[at] === true) continue;
    found[at] = true;
    open.push(...(graph.previous[at] ?? []));
  }
  return found;
}
