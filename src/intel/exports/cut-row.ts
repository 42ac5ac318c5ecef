import { isRefusal } from "../../http/index.ts";
import { withoutBrackets } from "../indicators/ip.ts";
import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { matchLists, type TenantLists } from "../tenant-lists/match-lists.ts";
import { addressOf, cidrsOf, rangeOf } from "./cidrs.ts";
import { cutsOf, cutsWithin, firstBehind } from "./cuts.ts";

/**
 * Gives what is left of an address or block without what the tenant allows, in as few blocks as
 * possible. A generator, because of a block of IPv6 millions may be left.
 */
export type CutRow = (value: string) => Iterable<string>;

/**
 * Cuts what a tenant allows out of the rows of a list. Between two cuts the tenant's entries say the
 * same of every address, so they are matched once for each such stretch and not once for each row.
 */
export function cutterOf(lists: TenantLists): CutRow {
  const cuts = cutsOf(rangesIn(lists));
  const known = { 4: new Map<number, boolean>(), 6: new Map<number, boolean>() };
  const allows = (family: IpRange["family"], at: number, start: bigint) => {
    const answer = known[family].get(at) ?? isAllowed(addressOf(family, start), lists);
    known[family].set(at, answer);
    return answer;
  };
  return function* cut(value) {
    const range = parseIpRange(value);
    if (range === undefined) {
      yield value;
      return;
    }
    const { family } = range;
    const [first, last] = boundsOf(range);
    const low = firstBehind(cuts[family], first);
    const starts = [first, ...cutsWithin(cuts[family], first, last)];
    const kept: [first: bigint, last: bigint][] = [];
    for (const [at, start] of starts.entries()) {
      if (allows(family, low + at, start)) continue;
      const end = (starts[at + 1] ?? last + 1n) - 1n;
      const before = kept.at(-1);
      if (before?.[1] === start - 1n) before[1] = end;
      else kept.push([start, end]);
    }
    const [whole] = kept;
    if (whole?.[0] === first && whole[1] === last) yield value;
    else for (const [from, to] of kept) yield* cidrsOf(rangeOf(family, from, to));
  };
}

/** The addresses and blocks of a tenant's entries. */
function* rangesIn({ exact, ranges }: TenantLists): Generator<IpRange> {
  for (const { range } of ranges) yield range;
  for (const key of exact.keys()) {
    const isAddress = key.startsWith("ip:");
    const range = isAddress ? parseIpRange(withoutBrackets(key.slice("ip:".length))) : undefined;
    if (range !== undefined) yield range;
  }
}

function isAllowed(address: string, lists: TenantLists): boolean {
  const indicator = readIndicator("ip", address);
  return !isRefusal(indicator) && matchLists(lists, indicator)?.action === "allow";
}
