import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { firstBehind } from "./cuts.ts";
import type { ExportRow } from "./export-list.ts";

/** IPv4 as numbers, because lists have hundreds of thousands of them. */
type End = number | bigint;
type Bounds = readonly [first: End, last: End];

/** Blocks that lie in no other, in order. */
interface Outermost {
  firsts: End[];
  lasts: End[];
}

/**
 * The rows of a list of addresses that no block of the list covers. A firewall's set may refuse
 * addresses that lie in one another.
 */
export function dropCovered(rows: readonly ExportRow[]): readonly ExportRow[] {
  const blocks: Record<IpRange["family"], Bounds[]> = { 4: [], 6: [] };
  for (const { value } of rows) {
    const range = value.includes("/") ? parseIpRange(value) : undefined;
    if (range !== undefined) blocks[range.family].push(endsOf(range));
  }
  if (blocks[4].length + blocks[6].length === 0) return rows;
  const outermost = { 4: outermostOf(blocks[4]), 6: outermostOf(blocks[6]) };
  return rows.filter(({ value }) => {
    const range = parseIpRange(value);
    if (range === undefined) return true;
    const { firsts, lasts } = outermost[range.family];
    const [first, last] = endsOf(range);
    const at = firstBehind(firsts, first) - 1;
    const end = lasts[at];
    return end === undefined || end < last || (end === last && firsts[at] === first);
  });
}

function endsOf(range: IpRange): Bounds {
  return range.family === 4 ? [range.first, range.last] : boundsOf(range);
}

function outermostOf(blocks: readonly Bounds[]): Outermost {
  const firsts: End[] = [];
  const lasts: End[] = [];
  const isFirst = (one: Bounds, other: Bounds) =>
    one[0] < other[0] || (one[0] === other[0] && one[1] > other[1]);
  for (const [first, last] of blocks.toSorted((one, other) => (isFirst(one, other) ? -1 : 1))) {
    if ((lasts.at(-1) ?? -1) >= last) continue;
    firsts.push(first);
    lasts.push(last);
  }
  return { firsts, lasts };
}
