import { unite, type CodePoints } from "./code-points.ts";

/** Pairs of code points that are one letter under simple case folding, sorted by the first. */
interface Folding {
  letters: Uint32Array;
  twins: Uint32Array;
}

/** No cased script lies beyond the first supplementary plane. */
const END_OF_CASED = 0x20000;
const BLOCK = 256;
const SURROGATES = { from: 0xd800, to: 0xe000 };
const SAME = /^(.)\1$/iu;

let folding: Folding | undefined;

/** The set with all characters that are the same as a member, except for case. */
export function closeUnderCase(set: CodePoints): CodePoints {
  folding ??= deriveFolding();
  const more: number[] = [];
  for (let i = 0; i < set.length; i += 2) addTwins(folding, set[i] ?? 0, set[i + 1] ?? 0, more);
  return more.length === 0 ? set : unite([...set, ...more]);
}

function addTwins({ letters, twins }: Folding, low: number, high: number, more: number[]): void {
  for (let at = firstFrom(letters, low); at < letters.length; at++) {
    if ((letters[at] ?? 0) > high) return;
    const twin = twins[at] ?? 0;
    if (twin < low || twin > high) more.push(twin, twin);
  }
}

function firstFrom(sorted: Uint32Array, point: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < point) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Finds the pairs by asking the engine, once, so that no table has to be shipped. Letters with the same
 * full case mapping are candidates; a case-insensitive backreference tells which of them are the same
 * under simple folding.
 */
function deriveFolding(): Folding {
  const families = new Map<string, string[]>();
  for (const letter of casedLetters()) {
    const key = letter.toLowerCase().toUpperCase().toLowerCase();
    const family = families.get(key);
    if (family === undefined) families.set(key, [letter]);
    else family.push(letter);
  }
  const pairs: [number, number][] = [];
  for (const family of families.values()) {
    for (const letter of family) {
      for (const twin of family) {
        const isTwin = letter !== twin && SAME.test(letter + twin);
        if (isTwin) pairs.push([pointOf(letter), pointOf(twin)]);
      }
    }
  }
  pairs.sort((a, b) => a[0] - b[0]);
  return {
    letters: Uint32Array.from(pairs, ([letter]) => letter),
    twins: Uint32Array.from(pairs, ([, twin]) => twin),
  };
}

/** Whole blocks are tested first, because most have no case, and this runs within a request. */
function casedLetters(): string[] {
  const letters: string[] = [];
  for (let from = 0; from < END_OF_CASED; from += BLOCK) {
    if (from >= SURROGATES.from && from < SURROGATES.to) continue;
    const block = String.fromCodePoint(...Array.from({ length: BLOCK }, (_, i) => from + i));
    if (hasCase(block)) letters.push(...Array.from(block).filter(hasCase));
  }
  return letters;
}

function hasCase(text: string): boolean {
  return text.toLowerCase() !== text || text.toUpperCase() !== text;
}

function pointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}
