import { boundsOf, compareIpv6, type IpRange } from "../indicators/ip-range.ts";
import { MAX_NAME } from "../indicators/domain.ts";
import type { Host } from "../indicators/host.ts";
import type { Indicator } from "../indicators/indicator.ts";
import { pathExpressions } from "../indicators/expressions.ts";
import type { Address } from "../indicators/url.ts";

export type Action = "allow" | "deny";

/** A tenant's entry: on a name and all below it, a URL, an address, a block, an ASN or an e-mail. */
export interface TenantEntry {
  id: string;
  action: Action;
  value: string;
  /** Unix milliseconds; null: never. */
  expiresAt: number | null;
}

/** A tenant's entries, as look-ups need them. */
export interface TenantLists {
  /** By type and canonical text: `domain:bad.example`. */
  exact: ReadonlyMap<string, TenantEntry>;
  ranges: readonly { range: IpRange; entry: TenantEntry }[];
  /** Changes whenever an entry does; goes into the ETag of exports. */
  version: string;
  /** When the next entry expires; Unix milliseconds. */
  until: number;
  /**
   * When they were read from the database, and the number of the tenant's last line in the audit
   * log then.
   */
  read?: { at: number; line: number };
}

export const NO_LISTS: TenantLists = {
  exact: new Map(),
  ranges: [],
  version: "0",
  until: Infinity,
};

/** The entry that applies to the indicator. The most specific one wins; of two alike, deny. */
export function matchLists(lists: TenantLists, indicator: Indicator): TenantEntry | undefined {
  if (lists.exact.size === 0 && lists.ranges.length === 0) return undefined;
  switch (indicator.type) {
    case "url":
      return matchUrl(lists, indicator.address, indicator.inner);
    case "domain":
      return matchName(lists, indicator.name);
    case "ip":
      return matchHost(lists, indicator.host);
    case "asn":
      return lists.exact.get(`asn:${indicator.asn}`);
    default:
      return matchEmail(lists, indicator.email.text);
  }
}

function matchEmail(lists: TenantLists, email: string): TenantEntry | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return lists.exact.get(`email:${email}`) ?? matchName(lists, domain);
}

function matchUrl(lists: TenantLists, address: Address, inner: readonly Address[]) {
  const outer = matchAddress(lists, address);
  if (inner.length === 0) return outer;
  return matchAll([outer, ...inner.map((one) => matchAddress(lists, one))]);
}

/** For URLs that lead one to another: denied if one of them is, allowed only if all of them are. */
function matchAll(entries: readonly (TenantEntry | undefined)[]): TenantEntry | undefined {
  const denied = entries.find((entry) => entry?.action === "deny");
  return denied ?? (entries.includes(undefined) ? undefined : entries[0]);
}

function matchAddress(lists: TenantLists, address: Address): TenantEntry | undefined {
  // Longest first: the longest path is the most specific.
  const paths = pathExpressions(address).sort((one, other) => other.length - one.length);
  for (const path of paths) {
    const found = lists.exact.get(`url:${address.host.text}${path}`);
    if (found !== undefined) return found;
  }
  return address.host.kind === "name"
    ? matchName(lists, address.host.text)
    : matchHost(lists, address.host);
}

function matchName(lists: TenantLists, name: string): TenantEntry | undefined {
  // A name in a message may be of any length, but no listed name is longer than MAX_NAME.
  for (let at = Math.max(0, name.length - MAX_NAME); at >= 0;) {
    const found = lists.exact.get(`domain:${name.slice(at)}`);
    if (found !== undefined) return found;
    const dot = name.indexOf(".", at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return undefined;
}

function matchHost(lists: TenantLists, host: Host): TenantEntry | undefined {
  const own = lists.exact.get(`ip:${host.text}`);
  if (own !== undefined) return own;
  let best: { entry: TenantEntry; size: bigint } | undefined;
  for (const { range, entry } of lists.ranges) {
    if (!covers(range, host)) continue;
    const size = sizeOf(range);
    const isCloser = best === undefined || size < best.size;
    const isStricter = size === best?.size && entry.action === "deny";
    if (isCloser || isStricter) best = { entry, size };
  }
  return best?.entry;
}

function covers(range: IpRange, host: Host): boolean {
  if (range.family === 4) {
    return host.kind === "ipv4" && host.address >= range.first && host.address <= range.last;
  }
  return (
    host.kind === "ipv6" &&
    compareIpv6(range.first, host.address) <= 0 &&
    compareIpv6(host.address, range.last) <= 0
  );
}

function sizeOf(range: IpRange): bigint {
  const [first, last] = boundsOf(range);
  return last - first;
}
