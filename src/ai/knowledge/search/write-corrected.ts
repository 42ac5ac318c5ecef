import { stem } from "../../text/terms.ts";
import { wordsOf } from "../../text/tokenise.ts";
import type { Query } from "./read-query.ts";
import type { Hit } from "./search.ts";

/** The query as it was understood, in words that stand in what was found; undefined if as typed. */
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

/** For each term the first word that has it. */
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
