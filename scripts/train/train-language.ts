import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languageGrams, letterText } from "../../src/inspection/language/grams.ts";
import { LANGUAGES, type Language } from "../../src/inspection/model/open-model.ts";
import { seeded, shuffle, type Random } from "./random.ts";

export const LANGUAGE_BITS = 12;
const EPOCHS = 12;
const RATE = 0.5;
const SHRINK = 2e-6;
const MOST_WEIGHT = 3;
const SEED = 99;
const SHORTEST_PIECE = 22;
const LONGEST_PIECE = 90;

export interface Line {
  lang: Language;
  text: string;
}

export interface LanguageFit {
  weights: Float64Array;
  biases: Float64Array;
}

export function readLanguageLines(folder: string): Line[] {
  return LANGUAGES.filter((lang) => lang !== "gl").flatMap((lang) =>
    ["sentences.txt", "word-pairs.txt"].flatMap((file) =>
      readFileSync(join(folder, "language", lang, file), "utf8")
        .trim()
        .split("\n")
        .map((text) => ({ lang, text })),
    ),
  );
}

/**
 * Trains by softmax regression over hashed pieces. Each line is also seen cut short, without accents
 * and without what is not ASCII.
 */
export function trainLanguage(lines: readonly Line[]): LanguageFit {
  const random = seeded(SEED);
  const examples = lines.flatMap(({ lang, text }) =>
    views(text, random).map((view) => ({
      at: LANGUAGES.indexOf(lang),
      grams: languageGrams(letterText(view), LANGUAGE_BITS),
    })),
  );
  const size = LANGUAGES.length;
  const counts = LANGUAGES.map((_, i) => examples.filter(({ at }) => at === i).length);
  const even = examples.length / size;
  const weights = new Float64Array(size << LANGUAGE_BITS);
  const biases = new Float64Array(size);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - epoch / EPOCHS);
    for (const { at, grams } of shuffle(random, examples)) {
      if (grams.length === 0) continue;
      const unit = 1 / Math.sqrt(grams.length);
      const errors = softmax(weights, biases, grams, unit).map((p, i) => (i === at ? 1 : 0) - p);
      const balance = Math.min(MOST_WEIGHT, Math.sqrt(even / (counts[at] ?? 1)));
      for (let i = 0; i < size; i++) {
        const step = rate * balance * (errors[i] ?? 0);
        biases[i] = (biases[i] ?? 0) + step * 0.01;
        for (const gram of grams) {
          const k = gram * size + i;
          const old = weights[k] ?? 0;
          weights[k] = old + step * unit - rate * SHRINK * old;
        }
      }
    }
  }
  return { weights, biases };
}

function softmax(
  weights: Float64Array,
  biases: Float64Array,
  grams: readonly number[],
  unit: number,
): number[] {
  const logits = Array.from(
    biases,
    (bias, i) =>
      bias + unit * grams.reduce((sum, gram) => sum + (weights[gram * biases.length + i] ?? 0), 0),
  );
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}

function views(text: string, random: Random): string[] {
  const length = SHORTEST_PIECE + Math.floor(random() * (LONGEST_PIECE - SHORTEST_PIECE));
  const from = Math.max(0, Math.floor(random() * (text.length - length)));
  const cut = text.slice(from, from + length);
  const bare = text.normalize("NFD").replace(/[\u0300-\u036f¿¡]/g, "");
  // oxlint-disable-next-line no-control-regex
  const ascii = text.replace(/[^\u0000-\u007f]/g, "");
  return [text, cut, random() < 0.5 ? bare : ascii];
}
