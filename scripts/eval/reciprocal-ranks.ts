/** A place in a list is worth 1 / (60 + place): the constant of the method's authors. */
const DAMPING = 60;

/** The other way to make one order of several: by places alone, whatever the scores. */
export function reciprocalRanks(...lists: readonly (readonly number[])[]): number[] {
  const sums = new Map<number, number>();
  for (const list of lists) {
    for (const [place, id] of list.entries()) {
      sums.set(id, (sums.get(id) ?? 0) + 1 / (DAMPING + place + 1));
    }
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
