import { wordsOf } from "./tokenise.ts";
import { ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS } from "./stop-words.ts";

export type Language = "es" | "en";

const LONGEST_SAMPLE = 4_000;
/** Portuguese counts as Spanish, the nearer of the two. */
const SPANISH_SIGNS = /[ñ¿¡áéíóúüãõâêôç]/gi;
/** Function words of Portuguese, without those that English has too. */
const PORTUGUESE_WORDS = new Set(
  "da das dos em um uma ao aos na nas nos pelo pela quem meu minha nao sao".split(" "),
);
/** Words of both languages: words of the trade, and "do", as in "how do I" and "prazo do contrato". */
const SHARED_WORDS = new Set(
  `do backup email firewall hardware link links login notebook online phishing router software spam
  token tokens web webhook webhooks wifi windows`.split(/\s+/),
);
/** Endings of words in one language that words of the other do not have. */
const SPANISH_ENDING =
  /(?:cion|ciones|dade?s?|[ai]d[ao]s?|mente|[ae]ncias?|[ae]ntes?|ntos?|ando|iendo|[ae]dor|aje|ari[ao]s?|[aei]r[sm]e|.{3}ar|[^a]ir)$/;
const ENGLISH_ENDING =
  /(?:ing|tions?|ness|ly|.{3}ed|ship|ous|ive|ure|[ae]nce|[aeiou]ge|ize|ise|ate|[^aeiou][^aeious]|[^aeiou]s|[bcfghkpqtvwxy]|[^ae]m)$/;
const ENGLISH_FORM =
  /^s[bcdfgklmnpqtvw]|^[kw]|th|wh|sh|gh|ph|ck|oo|ee|ou.|ow|aw|ew|w|k|([bdfgmptz])\1/;
/** Spanish has no word that begins with s and a consonant, and English has few that end in o or a. */
const SPANISH_FORM = /^es[bcdfglmnpqtv]|[ao]s?$/;
const VOWEL = /[aeiouy]/;
const FUNCTION_WORD = 2;
const SIGN = 2;
const ENDING = 0.7;

/** Spanish or English, the two languages that the product answers in. English if it is undecided. */
export function guessLanguage(text: string): Language {
  return spanishLead(text) > 0 ? "es" : "en";
}

/** How far a text leans to Spanish (above zero) or to English (below zero). */
export function spanishLead(text: string): number {
  const sample = text.slice(0, LONGEST_SAMPLE);
  let lead = (sample.match(SPANISH_SIGNS)?.length ?? 0) * SIGN;
  for (const word of wordsOf(sample)) lead += leadOf(word);
  return lead;
}

function leadOf(word: string): number {
  if (SHARED_WORDS.has(word)) return 0;
  const spanish = SPANISH_STOP_WORDS.has(word) || PORTUGUESE_WORDS.has(word);
  const english = ENGLISH_STOP_WORDS.has(word);
  if (spanish !== english) return spanish ? FUNCTION_WORD : -FUNCTION_WORD;
  // Abbreviations belong to no language.
  if (spanish || !VOWEL.test(word)) return 0;
  if (SPANISH_ENDING.test(word)) return ENDING;
  if (ENGLISH_ENDING.test(word)) return -ENDING;
  if (ENGLISH_FORM.test(word)) return -ENDING / 2;
  if (SPANISH_FORM.test(word)) return ENDING / 2;
  return 0;
}

/**
 * The language that a client named, if it is Spanish or English. Portuguese counts as Spanish, as in a
 * guess.
 */
export function knownLanguage(tag: string | undefined): Language | undefined {
  const base = tag?.toLowerCase().split(/[-_]/, 1)[0];
  if (base === "pt") return "es";
  return base === "es" || base === "en" ? base : undefined;
}
