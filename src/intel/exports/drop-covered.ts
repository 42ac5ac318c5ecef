import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { firstBehind } from "./cuts.ts";
import type { ExportRow } from "./export-list.ts";
import { outermostOf, type Bounds, type End } from "./outermost.ts";

/**
 * The rows of a list of addresses that no block of the list covers. A firewall's set may refuse
 * addresses that lie in one another.
 */
export function dropCovered(rows: readonly ExportRow[]): readonly ExportRow[] {
  const blocks: Record<IpRange["family"], Bounds<End>[]> = { 4: [], 6: [] };
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

function endsOf(range: IpRange): Bounds<End> {
  return range.family === 4 ? [range.first, range.last] : boundsOf(range);
}
