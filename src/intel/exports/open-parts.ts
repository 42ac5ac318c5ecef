import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { CLOSED_BLOCKS } from "../indicators/special-ranges.ts";
import { rangeOf } from "./cidrs.ts";

type Bounds = [first: bigint, last: bigint];
/** In order of their first addresses. */
type Closed = Record<IpRange["family"], Bounds[]>;

/**
 * The parts of a block without the closed ones. A list may have a block around a private network, and a
 * firewall that takes it over would refuse its own neighbours.
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

/** Blocks that are not of the public internet, and these others, in order. */
export function closedOf(others: readonly IpRange[]): Closed {
  const closed: Closed = { 4: [], 6: [] };
  const blocks = CLOSED_BLOCKS.flatMap((block) => parseIpRange(block) ?? []);
  for (const range of [...blocks, ...others]) closed[range.family].push(boundsOf(range));
  for (const bounds of [closed[4], closed[6]]) bounds.sort(([a], [b]) => (a < b ? -1 : 1));
  return closed;
}
