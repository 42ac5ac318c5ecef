import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { CLOSED_BLOCKS } from "../indicators/special-ranges.ts";
import { rangeOf } from "./cidrs.ts";
import { firstBehind } from "./cuts.ts";
import { outermostOf, type Bounds, type Outermost } from "./outermost.ts";

type Closed = Record<IpRange["family"], Outermost<bigint>>;

/**
 * The parts of a block without the closed ones. A list may have a block around a private network, and a
 * firewall that takes it over would refuse its own neighbours.
 */
export function openParts(range: IpRange, closed: Closed): IpRange[] {
  const { family } = range;
  const [first, last] = boundsOf(range);
  const parts: IpRange[] = [];
  const { firsts, lasts } = closed[family];
  const behind = firstBehind(firsts, last);
  let from = first;
  for (let at = firstBehind(lasts, first - 1n); at < behind; at += 1) {
    const [start = 0n, end = 0n] = [firsts[at], lasts[at]];
    if (start > from) parts.push(rangeOf(family, from, start - 1n));
    from = end + 1n;
  }
  if (from === first) return [range];
  if (from <= last) parts.push(rangeOf(family, from, last));
  return parts;
}

/** Blocks that are not of the public internet, and these others. */
export function closedOf(others: readonly IpRange[]): Closed {
  const bounds: Record<IpRange["family"], Bounds<bigint>[]> = { 4: [], 6: [] };
  const blocks = CLOSED_BLOCKS.flatMap((block) => parseIpRange(block) ?? []);
  for (const range of [...blocks, ...others]) bounds[range.family].push(boundsOf(range));
  return { 4: outermostOf(bounds[4]), 6: outermostOf(bounds[6]) };
}
