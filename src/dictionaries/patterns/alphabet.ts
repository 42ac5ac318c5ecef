import { FOLDED_WORDS, WORDS, type CodePoints } from "./code-points.ts";

/**
 * Sorts all characters into symbols: two characters share a symbol if every set of the pattern has both
 * or neither. Set 0 is the word characters, which `\b` needs.
 */
export interface Alphabet {
  /** The code points are cut into ranges: where each begins, in order, and its symbol. */
  cuts: number[];
  symbols: number[];
  /** For each symbol the sets that hold it. */
  setsOf: number[][];
}

export function sortIntoSymbols(sets: readonly CodePoints[]): Alphabet {
  const changes = changesOf(sets);
  const inside = new Uint8Array(sets.length);
  const known = new Map<string, number>();
  const alphabet: Alphabet = { cuts: [], symbols: [], setsOf: [] };
  for (const [cut, toggled] of changes) {
    for (const set of toggled) inside[set] = 1 - (inside[set] ?? 0);
    const members = membersOf(inside);
    const key = members.join();
    const symbol = known.get(key) ?? alphabet.setsOf.length;
    if (symbol === alphabet.setsOf.length) alphabet.setsOf.push(members);
    known.set(key, symbol);
    alphabet.cuts.push(cut);
    alphabet.symbols.push(symbol);
  }
  return alphabet;
}

export function wordsOf(fold: boolean): CodePoints {
  return fold ? FOLDED_WORDS : WORDS;
}

/** The code points at which sets begin or have just ended, in order, with those sets. */
function changesOf(sets: readonly CodePoints[]): [number, number[]][] {
  const changes = new Map<number, number[]>([[0, []]]);
  for (const [set, points] of sets.entries()) {
    for (const [i, point] of points.entries()) {
      const cut = i % 2 === 0 ? point : point + 1;
      const toggled = changes.get(cut);
      if (toggled === undefined) changes.set(cut, [set]);
      else toggled.push(set);
    }
  }
  return [...changes].sort((a, b) => a[0] - b[0]);
}

function membersOf(inside: Uint8Array): number[] {
  const members: number[] = [];
  for (let set = 0; set < inside.length; set++) if (inside[set] === 1) members.push(set);
  return members;
}

export function symbolOf({ cuts, symbols }: Alphabet, point: number): number {
  let low = 0;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((cuts[middle] ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return symbols[low] ?? 0;
}
