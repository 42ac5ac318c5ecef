import { buildAutomaton } from "./automaton.ts";
import { packAutomaton } from "./bits.ts";
import { MAX_KEPT_STATES } from "./limits.ts";
import { parse } from "./parse.ts";
import { isProblem } from "./problem.ts";
import { search } from "./search.ts";
import { clearCache, openCache, type StateCache } from "./state-cache.ts";

export interface CompiledPattern {
  /** Whether the pattern matches anywhere in the text. */
  test: (text: string) => boolean;
  /** Whether it needs no character, and so would match every text. */
  isEmpty: boolean;
}

/**
 * Compiles a pattern. A search takes time linear in the text, whatever pattern and text are. Throws for
 * text that is no pattern; stored patterns have passed `checkPattern`.
 */
export function compilePattern(source: string): CompiledPattern {
  const syntax = parse(source);
  if (isProblem(syntax)) throw new TypeError(`The pattern ${syntax.message}.`);
  const automaton = buildAutomaton(syntax);
  if (isProblem(automaton)) throw new TypeError(`The pattern ${automaton.message}.`);
  return new Search(openCache(packAutomaton(automaton)), syntax.root.nullable);
}

class Search implements CompiledPattern {
  readonly isEmpty: boolean;
  private readonly cache: StateCache;

  constructor(cache: StateCache, isEmpty: boolean) {
    this.cache = cache;
    this.isEmpty = isEmpty;
  }

  test(text: string): boolean {
    const { cache } = this;
    const found = search(cache, text);
    if (cache.sets.length >= Math.min(cache.most, MAX_KEPT_STATES)) clearCache(cache);
    return found;
  }
}
