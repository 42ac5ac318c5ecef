const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;
const MASK = DIGITS - 1;
/** For fewer rows a sort by comparing is quicker than going through 65,536 counters. */
const SMALL = 20_000;

/** The order of rows by their words, the first word being the most significant. */
export function sortOrder(words: readonly Uint32Array[], rows: number): Uint32Array {
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  if (rows < SMALL) return order.sort((one, other) => compare(words, one, other));
  let from = order;
  let to = new Uint32Array(rows);
  for (const word of words.toReversed()) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!pass(word, shift, from, to)) continue;
      [from, to] = [to, from];
    }
  }
  return from;
}

function compare(words: readonly Uint32Array[], one: number, other: number): number {
  for (const word of words) {
    const difference = (word[one] ?? 0) - (word[other] ?? 0);
    if (difference !== 0) return difference;
  }
  return one - other;
}

/** One stable pass by 16 bits. False, with nothing moved, if all rows have the same bits there. */
function pass(word: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
  const starts = new Uint32Array(DIGITS + 1);
  for (const row of from) bump(starts, (((word[row] ?? 0) >>> shift) & MASK) + 1, 1);
  const first = ((word[from[0] ?? 0] ?? 0) >>> shift) & MASK;
  if (starts[first + 1] === from.length) return false;
  for (let digit = 0; digit < DIGITS; digit += 1) bump(starts, digit + 1, starts[digit] ?? 0);
  for (const row of from) {
    const digit = ((word[row] ?? 0) >>> shift) & MASK;
    const at = starts[digit] ?? 0;
    to[at] = row;
    starts[digit] = at + 1;
  }
  return true;
}

function bump(counters: Uint32Array, at: number, by: number): void {
  counters[at] = (counters[at] ?? 0) + by;
}
