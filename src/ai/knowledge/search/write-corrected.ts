import { stem } from "../../text/terms.ts";
import { wordsOf } from "../../text/tokenise.ts";
import type { Query } from "./read-query.ts";
import type { Hit } from "./search.ts";

/**
 * The query as it was understood, in words that occur in the hits. Undefined if nothing was corrected.
 */
export function writeCorrected(
  { words, corrections }: Query,
  hits: readonly Hit[],
): string | undefined {
  if (corrections.size === 0) return undefined;
  const standing = wordsFor(new Set(corrections.values()), hits);
  return words
    .map((word) => {
      const term = corrections.get(word);
      return term === undefined ? word : (standing.get(term) ?? term);
    })
    .join(" ");
}

/** The first word found for each term. */
function wordsFor(terms: ReadonlySet<string>, hits: readonly Hit[]): Map<string, string> {
  const standing = new Map<string, string>();
  for (const { piece } of hits) {
    for (const word of wordsOf(piece.text)) {
      const term = stem(word, piece.language);
      if (terms.has(term) && !standing.has(term)) standing.set(term, word);
    }
    if (standing.size === terms.size) break;
  }
  return standing;
}
