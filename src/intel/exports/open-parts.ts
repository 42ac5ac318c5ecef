import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { CLOSED_BLOCKS } from "../indicators/special-ranges.ts";
import { rangeOf } from "./cidrs.ts";

type Bounds = [first: bigint, last: bigint];

const CLOSED = { 4: closedOf(4), 6: closedOf(6) };

/**
 * What of a block is of the open internet. A list may have a block around a private network; whoever
 * refuses by it refuses his own neighbours, of whom a look-up says nothing bad.
 */
export function openParts(range: IpRange): IpRange[] {
  const { family } = range;
  const [first, last] = boundsOf(range);
  const parts: IpRange[] = [];
  let from = first;
  for (const [start, end] of CLOSED[family]) {
    if (end < from || start > last) continue;
    if (start > from) parts.push(rangeOf(family, from, start - 1n));
    from = end + 1n;
  }
  if (from === first) return [range];
  if (from <= last) parts.push(rangeOf(family, from, last));
  return parts;
}

/** In order; none of them lies in another. */
function closedOf(family: IpRange["family"]): Bounds[] {
  return CLOSED_BLOCKS.flatMap((block) => parseIpRange(block) ?? [])
    .filter((range) => range.family === family)
    .map(boundsOf)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
