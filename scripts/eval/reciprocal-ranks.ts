/** A place in a list counts 1 / (60 + place), with the constant of the method's authors. */
const DAMPING = 60;

/**
 * Makes one order of several by places alone, whatever the scores are: the alternative to the product's
 * sum.
 */
export function reciprocalRanks(...lists: readonly (readonly number[])[]): number[] {
  const sums = new Map<number, number>();
  for (const list of lists) {
    for (const [place, id] of list.entries()) {
      sums.set(id, (sums.get(id) ?? 0) + 1 / (DAMPING + place + 1));
    }
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
