import { LANGUAGES, type LanguageModel } from "../model/open-model.ts";
import { languageGrams, letterText, type LetterText } from "./grams.ts";

export const UNDETERMINED = "und";
const FEWEST_LETTERS = 20;
/** By how much the best language must lead the second, in probability. */
const SMALLEST_LEAD = 0.3;
const FEWEST_LATIN_SHARE = 0.5;
/** How many characters the script of a text is judged by. */
const SCRIPT_SAMPLE = 2_000;
/** Letters that none of the known languages writes, but Czech, Hungarian, Vietnamese and others do. */
const OTHERS = /[čěňřťůžőűđơư\u1ea0-\u1ef9]/g;
const MOST_OTHERS = 1;
const MOST_OTHERS_SHARE = 0.02;

/**
 * Returns the language of a text as an ISO 639-1 code, or `und` if the text is too short or the answer
 * not clear.
 */
export function detectLanguage(model: LanguageModel, text: string): string {
  const read = letterText(text);
  if (read.letters < FEWEST_LETTERS || !mostlyLatin(text) || isOfOthers(read)) return UNDETERMINED;
  const probabilities = languageProbabilities(model, languageGrams(read, model.bits));
  let best = 0;
  for (let i = 1; i < probabilities.length; i++) {
    if ((probabilities[i] ?? 0) > (probabilities[best] ?? 0)) best = i;
  }
  const second = probabilities.reduce((top, p, i) => (i !== best && p > top ? p : top), 0);
  return (probabilities[best] ?? 0) - second < SMALLEST_LEAD
    ? UNDETERMINED
    : (LANGUAGES[best] ?? UNDETERMINED);
}

function isOfOthers({ words, letters }: LetterText): boolean {
  const others = words.match(OTHERS)?.length ?? 0;
  return others > MOST_OTHERS && others > letters * MOST_OTHERS_SHARE;
}

function languageProbabilities(model: LanguageModel, grams: readonly number[]): number[] {
  const { weights, biases, scale } = model;
  const unit = scale / Math.sqrt(Math.max(grams.length, 1));
  const { length } = LANGUAGES;
  const logits: number[] = [];
  // One language at a time, so that the sum need not be stored; by the `| 0` it stays a whole number.
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (const gram of grams) sum = (sum + (weights[gram * length + i] ?? 0)) | 0;
    logits.push(sum * unit + (biases[i] ?? 0));
  }
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

/** A text of these characters alone has only Latin letters, as most texts do. */
const ONLY_LATIN = /^[\0-\u024f\u2000-\u20cf]*$/;

/**
 * Whether at least half of the letters are Latin. A text in another script may hold a few Latin words,
 * and a disguised one a few letters of another script.
 */
function mostlyLatin(text: string): boolean {
  const sample = text.slice(0, SCRIPT_SAMPLE);
  if (ONLY_LATIN.test(sample)) return true;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin >= letters * FEWEST_LATIN_SHARE;
}
