import type { Language } from "../text/guess-language.ts";
import { stem } from "../text/terms.ts";
import { tokenise } from "../text/tokenise.ts";

export interface Highlighted {
  highlights: [start: number, end: number][];
  matchedTerms: string[];
}

/**
 * Finds the words of a query in a snippet. Its words are stemmed in its own language, as they were
 * indexed.
 */
export function highlight(
  snippet: string,
  terms: ReadonlySet<string>,
  language: Language,
): Highlighted {
  const highlights: [number, number][] = [];
  const matched = new Set<string>();
  for (const { word, start, end } of tokenise(snippet)) {
    const term = stem(word, language);
    if (!terms.has(term)) continue;
    const last = highlights.at(-1);
    // In writing without blanks each pair of letters is a word, so neighbours overlap.
    if (last !== undefined && start < last[1]) last[1] = end;
    else highlights.push([start, end]);
    matched.add(term);
  }
  return { highlights, matchedTerms: [...matched] };
}
