import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { CLOSED_BLOCKS } from "../indicators/special-ranges.ts";
import { rangeOf } from "./cidrs.ts";

type Bounds = [first: bigint, last: bigint];
/** In order of their first addresses. */
type Closed = Record<IpRange["family"], Bounds[]>;

/**
 * What of a block is of the open internet. A list may have a block around a private network; whoever
 * refuses by it refuses his own neighbours, of whom a look-up says nothing bad.
 */
export function openParts(range: IpRange, closed: Closed): IpRange[] {
  const { family } = range;
  const [first, last] = boundsOf(range);
  const parts: IpRange[] = [];
  let from = first;
  for (const [start, end] of closed[family]) {
    if (end < from || start > last) continue;
    if (start > from) parts.push(rangeOf(family, from, start - 1n));
    from = end + 1n;
  }
  if (from === first) return [range];
  if (from <= last) parts.push(rangeOf(family, from, last));
  return parts;
}

/** What means nothing on the open internet, and other blocks that are to be left out. */
export function closedOf(others: readonly IpRange[]): Closed {
  const closed: Closed = { 4: [], 6: [] };
  const blocks = CLOSED_BLOCKS.flatMap((block) => parseIpRange(block) ?? []);
  for (const range of [...blocks, ...others]) closed[range.family].push(boundsOf(range));
  for (const bounds of [closed[4], closed[6]]) bounds.sort(([a], [b]) => (a < b ? -1 : 1));
  return closed;
}
