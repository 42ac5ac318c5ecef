import { termsOf } from "../text/terms.ts";
import type { Language } from "../text/guess-language.ts";
import { splitSentences } from "../text/split-sentences.ts";
import type { Citation } from "./citation.ts";

const LEAST_GROUNDED = 0.6;
const LEAST_OVERLAP = 0.4;
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g;
const TAG = /<\/?[a-z!][^>]*>/gi;
const ADDRESS = /\bhttps?:\/\/[^\s)\]>"']+/gi;
const MARK = /\[(\d{1,3})\]/g;

export interface Checked {
  answer: string;
  citations: Citation[];
}

/**
 * What a model said, without images, tags and addresses that are in no document, and with marks
 * that point at documents only. Undefined when it does not rest on what it cites.
 */
export function checkOutput(
  said: string,
  documents: readonly Citation[],
  language: Language,
): Checked | undefined {
  const known = documents.map(({ snippet, url }) => `${snippet} ${url ?? ""}`).join(" ");
  const plain = said
    .replace(IMAGE, "")
    .replace(TAG, "")
    .replace(ADDRESS, (address) => (known.includes(address) ? address : ""));
  const used: Citation[] = [];
  const answer = plain
    .replace(MARK, (_mark, digits: string) => {
      const cited = documents[Number(digits) - 1];
      if (cited === undefined) return "";
      if (!used.includes(cited)) used.push(cited);
      return `[${used.indexOf(cited) + 1}]`;
    })
    .trim();
  return isGrounded(answer, used, language) ? { answer, citations: used } : undefined;
}

function isGrounded(answer: string, cited: Citation[], language: Language): boolean {
  if (cited.length === 0) return false;
  const there = new Set(cited.flatMap(({ snippet }) => termsOf(snippet, language)));
  const sentences = splitSentences(answer)
    .map(({ start, end }) => termsOf(answer.slice(start, end).replace(MARK, ""), language))
    .filter((terms) => terms.length > 0);
  const held = sentences.filter(
    (terms) => terms.filter((term) => there.has(term)).length / terms.length >= LEAST_OVERLAP,
  );
  return sentences.length > 0 && held.length / sentences.length >= LEAST_GROUNDED;
}
