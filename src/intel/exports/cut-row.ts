import { isRefusal } from "../../http/index.ts";
import { withoutBrackets } from "../indicators/ip.ts";
import { boundsOf, parseIpRange, type IpRange } from "../indicators/ip-range.ts";
import { readIndicator } from "../indicators/read-indicator.ts";
import { matchLists, type TenantLists } from "../tenant-lists/match-lists.ts";
import { addressOf, cidrsOf, rangeOf } from "./cidrs.ts";

/**
 * Gives what is left of an address or block without what the tenant allows, in as few blocks as
 * possible. A generator, because of a block of IPv6 millions may be left.
 */
export type CutRow = (value: string) => Iterable<string>;

/** The addresses of each family at which a tenant's answer may change, in order. */
interface Cuts {
  4: readonly bigint[];
  6: readonly bigint[];
}

/**
 * Cuts what a tenant allows out of the rows of a list. Between two cuts the tenant's entries say the
 * same of every address, so they are matched once for each such stretch and not once for each row.
 */
export function cutterOf(lists: TenantLists): CutRow {
  const cuts = cutsOf(lists);
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
    const starts = [first, ...upTo(cuts[family], low, last)];
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

function cutsOf({ exact, ranges }: TenantLists): Cuts {
  const cuts = { 4: new Set<bigint>(), 6: new Set<bigint>() };
  const note = (range: IpRange | undefined) => {
    if (range === undefined) return;
    const [first, last] = boundsOf(range);
    cuts[range.family].add(first).add(last + 1n);
  };
  for (const { range } of ranges) note(range);
  for (const key of exact.keys()) {
    if (key.startsWith("ip:")) note(parseIpRange(withoutBrackets(key.slice("ip:".length))));
  }
  const inOrder = (all: Set<bigint>) => [...all].sort((one, other) => (one < other ? -1 : 1));
  return { 4: inOrder(cuts[4]), 6: inOrder(cuts[6]) };
}

/** The index of the first cut after the address. */
function firstBehind(cuts: readonly bigint[], first: bigint): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle] ?? 0n) <= first) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cuts from this index on, up to the last address. */
function upTo(cuts: readonly bigint[], low: number, last: bigint): bigint[] {
  const found: bigint[] = [];
  for (let at = low; at < cuts.length && (cuts[at] ?? 0n) <= last; at += 1) {
    found.push(cuts[at] ?? 0n);
  }
  return found;
}

function isAllowed(address: string, lists: TenantLists): boolean {
  const indicator = readIndicator("ip", address);
  return !isRefusal(indicator) && matchLists(lists, indicator)?.action === "allow";
}
