import type { Language } from "./guess-language.ts";
import { stemEnglish } from "./stem-english.ts";
import { stemSpanish } from "./stem-spanish.ts";
import { ENGLISH_STOP_WORDS, SPANISH_STOP_WORDS } from "./stop-words.ts";
import { wordsOf } from "./tokenise.ts";

const STOP_WORDS = { es: SPANISH_STOP_WORDS, en: ENGLISH_STOP_WORDS };
const STEM = { es: stemSpanish, en: stemEnglish };
const MAX_REMEMBERED = 20_000;
const LONGEST_WORD = 40;

const remembered: Record<Language, Map<string, string>> = { es: new Map(), en: new Map() };

/** What a text is about: its words without function words, each reduced to its stem. */
export function termsOf(text: string, language: Language): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) {
    if (!STOP_WORDS[language].has(word)) terms.push(stem(word, language));
  }
  return terms;
}

export function isStopWord(word: string, language: Language): boolean {
  return STOP_WORDS[language].has(word);
}

export function stem(word: string, language: Language): string {
  const known = remembered[language];
  const before = known.get(word);
  if (before !== undefined) return before;
  const made = STEM[language](word.slice(0, LONGEST_WORD));
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(word, made);
  return made;
}
