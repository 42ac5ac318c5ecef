import { termsOf } from "../text/terms.ts";
import type { Language } from "../text/guess-language.ts";
import { splitSentences } from "../text/split-sentences.ts";
import type { Citation } from "./citation.ts";

const LEAST_GROUNDED = 0.6;
const LEAST_OVERLAP = 0.4;
const IMAGE = /!\[[^\]]*\]\([^)]*\)/g;
const TAG = /<\/?[a-z!][^>]*>/gi;
/** One that never ends hides the rest from whoever shows the answer. */
const OPEN = /(?:<\/?[a-z!][^>]*|!\[[^\]]*(?:\]\([^)]*)?)$/i;
const ADDRESS = /\bhttps?:\/\/[^\s)\]>"']+/gi;
const MARK = /\[(\d{1,3})\]/g;
/** What is left of an image or a tag, or becomes one where something between was taken out. */
const BEGUN = /!(?=\[)|<(?=[a-z/!?])/gi;

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
  const clean = cleanOutput(said, documents);
  return isGrounded(clean, language) ? clean : undefined;
}

/** Grows with what was said: of a longer text the beginning stays the same. */
export function cleanOutput(said: string, documents: readonly Citation[]): Checked {
  const known = documents.map(({ snippet, url }) => `${snippet} ${url ?? ""}`).join(" ");
  const plain = said
    .replace(IMAGE, "")
    .replace(TAG, "")
    .replace(OPEN, "")
    .replace(ADDRESS, (address) => (known.includes(address) ? address : ""));
  const used: Citation[] = [];
  const answer = plain
    .replace(MARK, (_mark, digits: string) => {
      const cited = documents[Number(digits) - 1];
      if (cited === undefined) return "";
      if (!used.includes(cited)) used.push(cited);
      return `[${used.indexOf(cited) + 1}]`;
    })
    .replace(BEGUN, "$& ")
    .trim();
  return { answer, citations: used };
}

/** Whether something that only shows its end later begins before the end of this text. */
export function isOpen(said: string): boolean {
  return OPEN.test(said);
}

export function isGrounded({ answer, citations }: Checked, language: Language): boolean {
  if (citations.length === 0) return false;
  const there = new Set(citations.flatMap(({ snippet }) => termsOf(snippet, language)));
  const sentences = splitSentences(answer)
    .map(({ start, end }) => termsOf(answer.slice(start, end).replace(MARK, ""), language))
    .filter((terms) => terms.length > 0);
  const held = sentences.filter(
    (terms) => terms.filter((term) => there.has(term)).length / terms.length >= LEAST_OVERLAP,
  );
  return sentences.length > 0 && held.length / sentences.length >= LEAST_GROUNDED;
}
