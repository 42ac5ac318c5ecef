import { boundWays } from "./bound-ways.ts";
import { buildAutomaton } from "./automaton.ts";
import { explain, explainExponential } from "./explain.ts";
import { graphOf } from "./graph.ts";
import { parse } from "./parse.ts";
import type { PatternProblem } from "./problem.ts";

/** Why a pattern must not be stored; undefined if it may. */
export function checkPattern(source: string): PatternProblem | undefined {
  const syntax = parse(source);
  if ("reason" in syntax) return syntax;
  const automaton = buildAutomaton(syntax);
  if ("reason" in automaton) return automaton;
  if (automaton.doubled !== undefined) return explainExponential(automaton, automaton.doubled);
  const graph = graphOf(automaton);
  const found = boundWays(graph);
  return typeof found === "number" ? undefined : explain(automaton, graph, found);
}
