import type { Remembered } from "./remembered.ts";
import type { Sql } from "../sql.ts";

const SHORTEST = 4;
const TWO_EDITS_FROM = 8;
/**
 * Letters that sound alike at the beginning of a word, above all in Spanish, and are therefore
 * confused.
 */
const ALIKE: Record<string, readonly string[]> = {
  b: ["v"],
  v: ["b"],
  g: ["j"],
  j: ["g"],
  c: ["s", "k", "z"],
  s: ["c", "z"],
  z: ["c", "s"],
  k: ["c", "q"],
  q: ["k"],
  y: ["l"],
  l: ["y"],
};
const VOWEL = /^[aeiou]/;

/** The term of the vocabulary that a mistyped word most likely stands for. */
export function correctTerm(
  sql: Sql,
  remembered: Remembered,
  term: string,
  chunks: number,
): string | undefined {
  if (term.length < SHORTEST || /\d/.test(term)) return undefined;
  const most = term.length >= TWO_EDITS_FROM ? 2 : 1;
  const [first = "", second = ""] = term;
  const same = nearest(sql, remembered, { term, chunks, most, begins: [first] });
  if (same !== undefined) return same;
  // Another first letter counts as the only edit.
  const begins = [...(ALIKE[first] ?? []), ...silentBegin(first, second)];
  return nearest(sql, remembered, { term, chunks, most: 1, begins });
}

/** The first letters that the right term may have if a silent h was left out or added. */
function silentBegin(first: string, second: string): string[] {
  if (first === "h") return VOWEL.test(second) ? [second] : [];
  return VOWEL.test(first) ? ["h"] : [];
}

interface Misspelt {
  term: string;
  chunks: number;
  /** The most edits. */
  most: number;
  /** The first letters that the right term may have. */
  begins: readonly string[];
}

function nearest(
  sql: Sql,
  remembered: Remembered,
  { term, chunks, most, begins }: Misspelt,
): string | undefined {
  const letters = lettersOf(term);
  const near: string[][] = [[], [], []];
  for (const other of begins.flatMap((one) => remembered.termsFrom(sql, one))) {
    if (Math.abs(other.length - term.length) > most) continue;
    // An edit changes at most two letters of the sets.
    if (bitsOf(letters ^ lettersOf(other)) > 2 * most) continue;
    const edits = editsBetween(term, other, most);
    if (edits <= most) near[edits]?.push(other);
  }
  for (const equal of near) {
    const counts = remembered.countTerms(sql, equal, chunks);
    const [best] = equal
      .filter((other) => counts.has(other))
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    if (best !== undefined) return best;
  }
  return undefined;
}

/** The letters of a word as bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitsOf(letters: number): number {
  let count = 0;
  for (let rest = letters; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * Counts letters that were added, left out, changed or swapped with their neighbour. Stops counting
 * above `most`.
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], range(other.length)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      let least = Math.min(
        (last[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (swapped) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      line.push(least);
    }
    if (Math.min(...line) > most) return most + 1;
    [before, last] = [last, line];
  }
  return last.at(-1) ?? most + 1;
}

function range(to: number): number[] {
  return Array.from({ length: to + 1 }, (_, at) => at);
}
