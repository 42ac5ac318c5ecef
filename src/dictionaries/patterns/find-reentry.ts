import { meet, type Graph } from "./graph.ts";
import { partnersOf, type Pairs } from "./pair-states.ts";

/** How often runs over the same characters may enter a loop by one edge and stay in it together. */
export type Reentry =
  | { kind: "once" }
  | { kind: "every"; steps: number }
  /** No bound was found: a loop before this one may let go of runs again and again. */
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
 * Follows one run that took the edge and stays in the loop, and beside it any other that could
 * come to the same edge later. Undefined when the budget is spent.
 */
export function findReentry(
  graph: Graph,
  pairs: Pairs,
  edge: { from: number; to: number },
  leadsTo: boolean[],
): Reentry | undefined {
  const { size, next, componentOf, loops, budget } = graph;
  const component = componentOf[edge.to];
  const seen = new Set<number>();
  let found: Reentry = { kind: "once" };
  let level: Joint[] = [{ inside: edge.from, outside: edge.from, loop: -1 }];
  for (const other of partnersOf(pairs, edge.from)) {
    level.push({ inside: edge.from, outside: other, loop: -1 });
  }
  for (let steps = 1; level.length > 0; steps++) {
    const following: Joint[] = [];
    for (const joint of level) {
      const inner = steps === 1 ? [edge.to] : (next[joint.inside] ?? []);
      const outer = next[joint.outside] ?? [];
      if (!budget.spend(inner.length * outer.length + 1)) return undefined;
      for (const inside of inner) {
        if (componentOf[inside] !== component) continue;
        for (const outside of outer) {
          if (leadsTo[outside] !== true || !meet(graph, inside, outside)) continue;
          const own = componentOf[outside] ?? -1;
          const loop = joint.loop === -1 && loops[own] === true ? own : joint.loop;
          const key = (inside * size + outside) * 2 + (loop === -1 ? 0 : 1);
          if (seen.has(key)) continue;
          seen.add(key);
          following.push({ inside, outside, loop });
          if (outside !== edge.from) continue;
          if (loop !== -1) return { kind: "unbounded", loop };
          if (found.kind === "once") found = { kind: "every", steps };
        }
      }
    }
    level = following;
  }
  return found;
}
