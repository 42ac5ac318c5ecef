/** A set of code points: sorted, disjoint, inclusive pairs in one flat list. */
export type CodePoints = readonly number[];

const LAST = 0x10ffff;

export const DIGITS: CodePoints = [0x30, 0x39];
export const WORDS: CodePoints = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** Without regard to case, the long s and the Kelvin sign are word characters too. */
export const FOLDED_WORDS: CodePoints = [...WORDS, 0x17f, 0x17f, 0x212a, 0x212a];
export const SPACES: CodePoints = unite([
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f,
  0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
]);
/** What the dot matches: all but the four line ends. */
export const DOT: CodePoints = complement([0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]);

/** Sorts pairs and joins those that touch. */
export function unite(pairs: CodePoints): CodePoints {
  const ranges: [number, number][] = [];
  for (let i = 0; i < pairs.length; i += 2) ranges.push([pairs[i] ?? 0, pairs[i + 1] ?? 0]);
  ranges.sort((a, b) => a[0] - b[0]);
  const joined: number[] = [];
  for (const [low, high] of ranges) {
    const end = joined.at(-1);
    if (end !== undefined && low <= end + 1) joined[joined.length - 1] = Math.max(end, high);
    else joined.push(low, high);
  }
  return joined;
}

export function complement(set: CodePoints): CodePoints {
  const rest: number[] = [];
  let from = 0;
  for (let i = 0; i < set.length; i += 2) {
    const low = set[i] ?? 0;
    if (low > from) rest.push(from, low - 1);
    from = (set[i + 1] ?? 0) + 1;
  }
  if (from <= LAST) rest.push(from, LAST);
  return rest;
}

export function includes(set: CodePoints, point: number): boolean {
  let low = 0;
  let high = set.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (point < (set[middle * 2] ?? 0)) high = middle - 1;
    else if (point > (set[middle * 2 + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
