import type { Language } from "../text/guess-language.ts";
import type { Citation } from "./citation.ts";
import { Citer } from "./citer.ts";
import { Grounding } from "./grounding.ts";
import { openAt, withoutMarkup } from "./markup.ts";

/** What counts of an answer when it is held against what it cites. */
interface Cited {
  answer: string;
  citations: readonly Pick<Citation, "snippet">[];
}

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
  const citer = new Citer(documents);
  const plain = withoutMarkup(said);
  // What never ends hides the rest from whoever shows the answer.
  const answer = citer.cite(plain.slice(0, openAt(plain))).trim();
  return { answer, citations: citer.used };
}

export function isGrounded(checked: Checked, language: Language): boolean {
  return groundingOf(checked, language).holds();
}

/** How much of an answer rests on what it cites, 0 to 1. */
export function groundednessOf(said: Cited, language: Language): number {
  return groundingOf(said, language).share();
}

function groundingOf({ answer, citations }: Cited, language: Language): Grounding {
  const grounding = new Grounding(language);
  grounding.add(answer, citations);
  return grounding;
}
