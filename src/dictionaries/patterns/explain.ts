import type { Ambiguity } from "./bound-ways.ts";
import type { Automaton } from "./automaton.ts";
import type { Graph } from "./graph.ts";
import { MAX_WAYS } from "./limits.ts";
import { problem, quote, type PatternProblem } from "./problem.ts";
import { partOf, type Node, type RepeatNode, type Span } from "./syntax.ts";

const SLOWER = "a text that almost matches takes a backtracking engine";

/** Says in words what was found: the part of the pattern, and what to write instead. */
export function explain(automaton: Automaton, graph: Graph, found: Ambiguity): PatternProblem {
  switch (found.kind) {
    case "exponential":
      return explainExponential(automaton, loopOf(automaton, graph, found.component));
    case "polynomial": {
      const first = quote(partOf(automaton.syntax, loopOf(automaton, graph, found.first)));
      const second = quote(partOf(automaton.syntax, loopOf(automaton, graph, found.second)));
      const why = `can share the same characters out between them in ever more ways, so that ${SLOWER} time that grows with its square or worse`;
      const way = "bound the first, as in \\s{1,10}, or let the two match different characters";
      return problem("ambiguous", `has ${first} and then ${second}, which ${why}: ${way}`);
    }
    case "many": {
      const end = endOfPart(automaton.syntax.root, automaton.spans[found.state]?.end ?? 0);
      const part = quote(partOf(automaton.syntax, { at: 0, end }));
      const why = `can read the same characters in more than ${MAX_WAYS} ways at a time`;
      return problem("ambiguous", `has ${part}, which ${why}: use fewer or shorter repetitions`);
    }
    default:
      return problem("too_large", "is too intricate to be checked: make it shorter or split it");
  }
}

export function explainExponential(automaton: Automaton, span: Span): PatternProblem {
  const part = quote(partOf(automaton.syntax, span));
  const why = `can repeat over the same characters in several ways, so that ${SLOWER} time that doubles with every few characters`;
  const way = "let each turn begin or end with a character of its own";
  return problem("ambiguous", `has ${part}, which ${why}: ${way}`);
}

/** The end of the top-level part that has this place, so that no group is cut in two. */
function endOfPart(root: Node, place: number): number {
  const parts = root.kind === "sequence" ? root.parts : [root];
  return parts.find((part) => part.end >= place)?.end ?? root.end;
}

/** The smallest unbounded repetition with all states of a component. */
function loopOf(automaton: Automaton, graph: Graph, component: number): Span {
  const spans = (graph.components[component] ?? []).map((state) => automaton.spans[state]);
  const at = Math.min(...spans.map((span) => span?.at ?? 0));
  const end = Math.max(...spans.map((span) => span?.end ?? 0));
  const around = repeatsOf(automaton.syntax.root)
    .filter((node) => node.max === Infinity && node.at <= at && node.end >= end)
    .sort((a, b) => a.end - a.at - (b.end - b.at));
  return around[0] ?? { at, end };
}

function repeatsOf(node: Node): RepeatNode[] {
  switch (node.kind) {
    case "set":
    case "assert":
      return [];
    case "sequence":
      return node.parts.flatMap(repeatsOf);
    case "either":
      return node.branches.flatMap(repeatsOf);
    default:
      return [node, ...repeatsOf(node.body)];
  }
}
