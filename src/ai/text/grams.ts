import { fold } from "./fold.ts";

export const GRAM = 4;
const NO_LETTER = /[^\p{L}\p{N}]+/gu;

/** A text as one line of folded words with a blank around each: what 4-grams are cut from. */
export function gramLine(text: string): string {
  return ` ${fold(text).replace(NO_LETTER, " ").trim()} `;
}

/** The distinct 4-grams within words; a short word is one gram with its blanks. */
export function gramsOf(line: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= line.length; at += 1) {
    const gram = line.slice(at, at + GRAM);
    if (gram.indexOf(" ", 1) === -1 || gram.indexOf(" ", 1) === GRAM - 1) grams.add(gram);
  }
  return grams;
}

/** How often each of the wanted 4-grams stands in the line. */
export function countGrams(line: string, wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + GRAM <= line.length; at += 1) {
    const gram = line.slice(at, at + GRAM);
    if (wanted.has(gram)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}
