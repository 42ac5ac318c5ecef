import { meet, type Graph } from "./graph.ts";
import { partnersOf, type Pairs } from "./pair-states.ts";

/** How often runs over the same characters may enter a loop by one edge and stay in it at one time. */
export type Reentry =
  | { kind: "once" }
  | { kind: "every"; steps: number }
  /** No bound was found: an earlier loop may send runs into this one again and again. */
  | { kind: "unbounded"; loop: number };

interface Joint {
  /** The run inside the loop. */
  inside: number;
  /** The run that is still on its way to the edge. */
  outside: number;
  /** The component of a loop in which the outer run has been, or -1. */
  loop: number;
}

/**
 * Follows two runs over the same characters: one that has entered the loop by the edge and stays, and
 * one that may come to the same edge later. Undefined when the budget is spent.
 */
export function findReentry(
  graph: Graph,
  pairs: Pairs,
  edge: { from: number; to: number },
  leadsTo: boolean[],
): Reentry | undefined {
  const { size, next, budget } = graph;
  const seen = new Set<number>();
  let found: Reentry = { kind: "once" };
  let level: Joint[] = [{ inside: edge.from, outside: edge.from, loop: -1 }];
  for (const other of partnersOf(pairs, edge.from)) {
    level.push({ inside: edge.from, outside: other, loop: -1 });
  }
  for (let steps = 1; level.length > 0; steps++) {
    const following: Joint[] = [];
    for (const { inside, outside, loop } of level) {
      const inner = steps === 1 ? [edge.to] : (next[inside] ?? []);
      const outer = next[outside] ?? [];
      if (!budget.spend(inner.length * outer.length + 1)) return undefined;
      const staying = inner.filter((state) => isInside(graph, state, edge));
      const coming = outer.filter((state) => leadsTo[state] === true);
      for (const joint of meetings(graph, staying, coming, loop)) {
        const key = (joint.inside * size + joint.outside) * 2 + (joint.loop === -1 ? 0 : 1);
        if (seen.has(key)) continue;
        seen.add(key);
        following.push(joint);
        if (joint.outside !== edge.from) continue;
        if (joint.loop !== -1) return { kind: "unbounded", loop: joint.loop };
        if (found.kind === "once") found = { kind: "every", steps };
      }
    }
    level = following;
  }
  return found;
}

function isInside({ componentOf }: Graph, state: number, edge: { to: number }): boolean {
  return componentOf[state] === componentOf[edge.to];
}

/** The two runs after one more character that can lead both of them on. */
function* meetings(
  graph: Graph,
  inner: readonly number[],
  outer: readonly number[],
  before: number,
): Generator<Joint> {
  const { componentOf, loops } = graph;
  for (const inside of inner) {
    for (const outside of outer) {
      if (!meet(graph, inside, outside)) continue;
      const own = componentOf[outside] ?? -1;
      yield { inside, outside, loop: before === -1 && loops[own] === true ? own : before };
    }
  }
}
