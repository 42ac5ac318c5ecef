import type { Language } from "../text/guess-language.ts";
import type { Citation } from "./citation.ts";
import { Citer } from "./citer.ts";
import { Grounding, type Quoted } from "./grounding.ts";
import { openAt, withoutMarkup } from "./markup.ts";

/** The parts of an answer that are compared with each other. */
interface Cited {
  answer: string;
  citations: readonly Quoted[];
}

export interface Checked {
  answer: string;
  citations: Citation[];
}

/**
 * What a model said, without images, tags and addresses that are in no document, and with citation
 * marks of documents only. Undefined if it is not grounded in what it cites.
 */
export function checkOutput(
  text: string,
  documents: readonly Citation[],
  language: Language,
): Checked | undefined {
  const clean = cleanOutput(text, documents);
  return isGrounded(clean, language) ? clean : undefined;
}

/**
 * Cleans what a model said so far. When the text grows, the beginning of the result stays the same.
 * `cited` was cited before it.
 */
export function cleanOutput(
  text: string,
  documents: readonly Citation[],
  cited: readonly Citation[] = [],
): Checked {
  const citer = new Citer(documents, cited);
  const plain = withoutMarkup(text);
  // An image or tag that never ends would hide the rest of the answer on a page.
  const answer = citer.cite(plain.slice(0, openAt(plain))).trim();
  return { answer, citations: citer.used };
}

export function isGrounded(checked: Checked, language: Language): boolean {
  return groundingOf(checked, language).holds();
}

/** The share of an answer that is grounded in what it cites, from 0 to 1. */
export function groundednessOf(cited: Cited, language: Language): number {
  return groundingOf(cited, language).share();
}

function groundingOf({ answer, citations }: Cited, language: Language): Grounding {
  const grounding = new Grounding(language);
  grounding.add(answer, citations);
  return grounding;
}
