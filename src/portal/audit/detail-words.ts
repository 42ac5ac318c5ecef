import { actionWords } from "../bulk/words.ts";
import { kindWords } from "../dictionaries/words.ts";
import type { Language } from "../frame/language.ts";
import { readWords } from "../frame/read-words.ts";
import { sayKnown } from "../frame/say-known.ts";
import { verdictWords } from "../inspections/words.ts";
import { indicatorWords } from "../sources/indicator-words.ts";
import names from "./detail-names.txt";
import values from "./values.txt";

/** Names of facts in the audit log. A fact that is not listed keeps its name of the API. */
export const detailNames = readWords(names);

export const valueWords = readWords(values);

/** A value that is one of a few, in the words that the pages use for it. */
export function sayValue(language: Language, value: string): string {
  const words = [valueWords, actionWords, indicatorWords, kindWords, verdictWords];
  return words.reduce((said, of) => sayKnown(of[language], said), value);
}
