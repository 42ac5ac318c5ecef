import { boundWays } from "./bound-ways.ts";
import { buildAutomaton } from "./automaton.ts";
import { explain, explainExponential } from "./explain.ts";
import { graphOf } from "./graph.ts";
import { parse } from "./parse.ts";
import { isProblem, problem, type PatternProblem } from "./problem.ts";

/** Why a pattern must not be stored; undefined if it may. */
export function checkPattern(source: string): PatternProblem | undefined {
  const syntax = parse(source);
  if (isProblem(syntax)) return syntax;
  const automaton = buildAutomaton(syntax);
  if (isProblem(automaton)) return automaton;
  if (automaton.doubled !== undefined) return explainExponential(automaton, automaton.doubled);
  const graph = graphOf(automaton);
  const found = boundWays(graph);
  if (typeof found !== "number") return explain(automaton, graph, found);
  return syntax.root.nullable ? refuseEmpty() : undefined;
}

/** With a `|` too many at its end a list of words would match every text. */
function refuseEmpty(): PatternProblem {
  const why = "so that it says nothing about a text: make it need one";
  return problem("empty", `can match without a character, ${why}`);
}
