import { wordsOf } from "./tokenise.ts";
import { ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS } from "./stop-words.ts";

export type Language = "es" | "en";

const LONGEST_SAMPLE = 4_000;
const SPANISH_SIGNS = /[ñ¿¡áéíóúü]/gi;
const SPANISH_ENDING = /(?:cion|ciones|dad|mente|ando|iendo|ados?|idas?|aje|arse|irse|erse)$/;
const ENGLISH_ENDING = /(?:ing|tion|tions|ness|ly|ed|ght|ck|th|ship)$/;
const ENGLISH_PAIR = /(?:th|wh|sh|ck|oo|ee|w|k)/;
const FUNCTION_WORD = 2;
const SIGN = 2;
const ENDING = 0.7;

/** Spanish or English, the two languages that the product answers in; English when it is even. */
export function guessLanguage(text: string): Language {
  return spanishLead(text) > 0 ? "es" : "en";
}

/** How far a text leans to Spanish (above zero) or to English (below). */
export function spanishLead(text: string): number {
  const sample = text.slice(0, LONGEST_SAMPLE);
  let lead = (sample.match(SPANISH_SIGNS)?.length ?? 0) * SIGN;
  for (const word of wordsOf(sample)) {
    const [spanish, english] = [SPANISH_STOP_WORDS.has(word), ENGLISH_STOP_WORDS.has(word)];
    if (spanish !== english) lead += spanish ? FUNCTION_WORD : -FUNCTION_WORD;
    if (spanish || english) continue;
    if (SPANISH_ENDING.test(word)) lead += ENDING;
    else if (ENGLISH_ENDING.test(word)) lead -= ENDING;
    else if (ENGLISH_PAIR.test(word)) lead -= ENDING / 2;
    else if (/[aos]$/.test(word)) lead += ENDING / 4;
  }
  return lead;
}

/** The language that a client named, if it is one of ours. */
export function knownLanguage(tag: string | undefined): Language | undefined {
  const base = tag?.toLowerCase().split(/[-_]/, 1)[0];
  return base === "es" || base === "en" ? base : undefined;
}
