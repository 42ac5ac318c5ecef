/** IPv4 as numbers, because lists have hundreds of thousands of them. */
export type End = number | bigint;
export type Bounds<E extends End> = readonly [first: E, last: E];

/** Blocks that lie in no other, in order: both their first and their last addresses rise. */
export interface Outermost<E extends End> {
  firsts: E[];
  lasts: E[];
}

export function outermostOf<E extends End>(blocks: readonly Bounds<E>[]): Outermost<E> {
  const firsts: E[] = [];
  const lasts: E[] = [];
  const isFirst = (one: Bounds<E>, other: Bounds<E>) =>
    one[0] < other[0] || (one[0] === other[0] && one[1] > other[1]);
  for (const [first, last] of blocks.toSorted((one, other) => (isFirst(one, other) ? -1 : 1))) {
    if ((lasts.at(-1) ?? -1) >= last) continue;
    firsts.push(first);
    lasts.push(last);
  }
  return { firsts, lasts };
}
