import { boundsOf, parseIpRange } from "../indicators/ip-range.ts";
import { parseIpv4 } from "../indicators/ipv4.ts";
import type { ExportRow } from "./export-list.ts";

/** IPv4 as numbers, because lists have hundreds of thousands of them. */
type End = number | bigint;
type Bounds = readonly [first: End, last: End];

/**
 * The rows of a list of addresses that no block of the list covers. A firewall's set may refuse
 * addresses that lie in one another.
 */
export function dropCovered(rows: readonly ExportRow[]): readonly ExportRow[] {
  const blocks: Record<4 | 6, Bounds[]> = { 4: [], 6: [] };
  for (const { value } of rows) {
    const block = value.includes("/") ? boundsIn(value) : undefined;
    if (block !== undefined) blocks[familyOf(value)].push(block);
  }
  const outermost = { 4: outermostOf(blocks[4]), 6: outermostOf(blocks[6]) };
  return rows.filter(({ value }) => {
    const others = outermost[familyOf(value)];
    if (others.length === 0) return true;
    const own = boundsIn(value);
    return own === undefined || !isCovered(own, others);
  });
}

function isCovered([first, last]: Bounds, outermost: readonly Bounds[]): boolean {
  const around = lastUpTo(outermost, first);
  if (around === undefined || around[1] < last) return false;
  return around[0] !== first || around[1] !== last;
}

function familyOf(value: string): 4 | 6 {
  return value.includes(":") ? 6 : 4;
}

function boundsIn(value: string): Bounds | undefined {
  const address = parseIpv4(value);
  if (address !== undefined) return [address, address];
  const range = parseIpRange(value);
  return range?.family === 4 ? [range.first, range.last] : range && boundsOf(range);
}

/** The blocks that lie in no other, in order. */
function outermostOf(blocks: readonly Bounds[]): Bounds[] {
  const found: Bounds[] = [];
  for (const block of blocks.toSorted(byFirstThenSize)) {
    const before = found.at(-1);
    if (before === undefined || before[1] < block[1]) found.push(block);
  }
  return found;
}

function byFirstThenSize([first, last]: Bounds, [otherFirst, otherLast]: Bounds): number {
  if (first !== otherFirst) return first < otherFirst ? -1 : 1;
  return last > otherLast ? -1 : 1;
}

/** The last block that begins at this address or before it. */
function lastUpTo(blocks: readonly Bounds[], address: End): Bounds | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const block = blocks[middle];
    if (block !== undefined && block[0] <= address) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}
