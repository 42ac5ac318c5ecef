import { wordsOf } from "./alphabet.ts";
import type { CodePoints } from "./code-points.ts";
import { MAX_EDGES } from "./limits.ts";
import { problem, type PatternProblem } from "./problem.ts";
import { ALWAYS, type Node, type RepeatNode, type Span, type Syntax } from "./syntax.ts";

export interface Edge {
  to: number;
  /** The contexts in which it may be taken (syntax.ts). */
  holds: number;
}

/**
 * Glushkov's automaton: one state for each position of the pattern, entered by reading a character of
 * that position; state 0 is the start. It has no empty moves, so each run through it is one way in
 * which a backtracking engine may go.
 */
export interface Automaton {
  syntax: Syntax;
  sets: CodePoints[];
  /** For each state the index of its set; 0 for the start, which has none. */
  setOf: number[];
  spans: Span[];
  edges: Edge[][];
  /** For each state the contexts in which the pattern may end there. */
  accepts: number[];
  /** A loop with an edge that a loop around it has too: two ways over the same edge. */
  doubled: Span | undefined;
}

interface Fragment {
  first: Edge[];
  last: Edge[];
  nullable: boolean;
  /** The contexts in which it matches the empty text; after `^\b` there may be none. */
  empty: number;
}

interface Building extends Automaton {
  setIds: Map<string, number>;
  edgeCount: number;
}

export function buildAutomaton(syntax: Syntax): Automaton | PatternProblem {
  const sets = [wordsOf(syntax.fold)];
  const building: Building = {
    syntax,
    sets,
    setOf: [0],
    spans: [{ at: 0, end: 0 }],
    edges: [[]],
    accepts: [],
    doubled: undefined,
    setIds: new Map(),
    edgeCount: 0,
  };
  const whole = build(building, syntax.root);
  connect(building, [{ to: 0, holds: ALWAYS }], whole.first);
  building.accepts = building.edges.map(() => 0);
  building.accepts[0] = whole.empty;
  for (const { to, holds } of whole.last) building.accepts[to] = holds;
  if (building.edgeCount <= MAX_EDGES) return building;
  const why = "has too many optional parts in a row: each may be followed by each of the others";
  return problem("too_large", why);
}

function build(building: Building, node: Node): Fragment {
  switch (node.kind) {
    case "set":
      return addPosition(building, node.set, node);
    case "assert":
      return { first: [], last: [], nullable: true, empty: node.holds };
    case "sequence":
      return node.parts.reduce<Fragment>(
        (before, part) => join(building, before, build(building, part)),
        emptyFragment(),
      );
    case "either":
      return node.branches.map((branch) => build(building, branch)).reduce(either);
    default:
      return repeat(building, node);
  }
}

function addPosition(building: Building, set: CodePoints, span: Span): Fragment {
  const key = set.join();
  const id = building.setIds.get(key) ?? building.sets.length;
  if (id === building.sets.length) building.sets.push(set);
  building.setIds.set(key, id);
  const to = building.setOf.push(id) - 1;
  building.spans.push({ at: span.at, end: span.end });
  building.edges.push([]);
  return {
    first: [{ to, holds: ALWAYS }],
    last: [{ to, holds: ALWAYS }],
    nullable: false,
    empty: 0,
  };
}

function emptyFragment(): Fragment {
  return { first: [], last: [], nullable: true, empty: ALWAYS };
}

/** Writes copies of the repeated part, the optional ones nested: x{1,3} is x(x(x)?)?. */
function repeat(building: Building, node: RepeatNode): Fragment {
  const copies = node.max === Infinity ? Math.max(node.min, 1) : node.max;
  const fragments = Array.from({ length: copies }, () => build(building, node.body));
  const tail = fragments.at(-1);
  if (tail !== undefined && node.max === Infinity) connectLoop(building, tail, node);
  return fragments.reduceRight<Fragment>((after, fragment, i) => {
    const joined = join(building, fragment, after);
    return i < node.min ? joined : { ...joined, nullable: true, empty: ALWAYS };
  }, emptyFragment());
}

function either(left: Fragment, right: Fragment): Fragment {
  return {
    first: [...left.first, ...right.first],
    last: [...left.last, ...right.last],
    nullable: left.nullable || right.nullable,
    empty: left.empty | right.empty,
  };
}

function join(building: Building, left: Fragment, right: Fragment): Fragment {
  connect(building, left.last, right.first);
  if (left.nullable) addAll(left.first, right.first, left.empty);
  if (right.nullable) addAll(right.last, left.last, right.empty);
  const nullable = left.nullable && right.nullable;
  return { first: left.first, last: right.last, nullable, empty: left.empty & right.empty };
}

function addAll(target: Edge[], more: Edge[], holds: number): void {
  for (const edge of more) target.push({ to: edge.to, holds: edge.holds & holds });
}

/** Adds edges, up to the limit. Only a loop could add one that is there already (`connectLoop`). */
function connect(building: Building, from: Edge[], to: Edge[]): void {
  for (const left of from) {
    for (const right of to) {
      if (building.edgeCount++ >= MAX_EDGES) return;
      building.edges[left.to]?.push({ to: right.to, holds: left.holds & right.holds });
    }
  }
}

function connectLoop(building: Building, { first, last }: Fragment, node: RepeatNode): void {
  for (const left of last) {
    const known = new Map(building.edges[left.to]?.map((edge) => [edge.to, edge]));
    const fresh = first.filter((right) => !known.has(right.to));
    if (fresh.length < first.length) building.doubled ??= { at: node.at, end: node.end };
    for (const right of first) {
      const edge = known.get(right.to);
      if (edge !== undefined) edge.holds |= left.holds & right.holds;
    }
    connect(building, [left], fresh);
    if (building.edgeCount > MAX_EDGES) return;
  }
}
