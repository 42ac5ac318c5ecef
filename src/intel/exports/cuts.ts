import { boundsOf, type IpRange } from "../indicators/ip-range.ts";

/** The addresses of each family at which these ranges begin, or have just ended, in order. */
export type Cuts = Readonly<Record<IpRange["family"], readonly bigint[]>>;

export function cutsOf(ranges: Iterable<IpRange>): Cuts {
  const cuts = { 4: new Set<bigint>(), 6: new Set<bigint>() };
  for (const range of ranges) {
    const [first, last] = boundsOf(range);
    cuts[range.family].add(first).add(last + 1n);
  }
  const inOrder = (all: Set<bigint>) => [...all].sort((one, other) => (one < other ? -1 : 1));
  return { 4: inOrder(cuts[4]), 6: inOrder(cuts[6]) };
}

/** The index of the first cut after the address. */
export function firstBehind(cuts: readonly (number | bigint)[], address: number | bigint): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] ?? 0) <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cuts after the first address, up to the last one. */
export function cutsWithin(cuts: readonly bigint[], first: bigint, last: bigint): bigint[] {
  return cuts.slice(firstBehind(cuts, first), firstBehind(cuts, last));
}
