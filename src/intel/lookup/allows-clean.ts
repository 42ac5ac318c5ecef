import type { Weighed } from "../fusion/weigh.ts";
import type { Indicator } from "../indicators/indicator.ts";
import { partsOf } from "../suffixes/registrable.ts";

/** Paths of IPFS gateways, which show anybody's content under the gateway's good name. */
const ANYBODYS_PAGE = /^\/ip[fn]s\//;

/**
 * Whether the evidence in favour is enough to call the indicator clean. That a domain is popular does
 * not vouch for hosts below it, for pages of a service that strangers fill, or for a host with another
 * page on a list.
 */
export function allowsClean(indicator: Indicator, weighed: readonly Weighed[]): boolean {
  const counting = weighed.filter(
    ({ dismissed, evidence }) => dismissed === undefined && evidence.depth === 0,
  );
  const has = (effect: "popular" | "shared") =>
    counting.some(({ evidence }) => evidence.source.effect === effect);
  if (indicator.type === "url" && indicator.inner.length > 0) return false;
  const hasListedPage = weighed.some(
    ({ evidence: { scope, source } }) => scope === "witness" && source.effect !== "veto",
  );
  if (counting.some(vouches)) return indicator.type !== "url" || !hasListedPage;
  if (!has("popular") || has("shared")) return false;
  if (indicator.type === "domain") return isRegistrable(indicator.name);
  if (indicator.type !== "url" || indicator.address.host.kind !== "name") return false;
  if (ANYBODYS_PAGE.test(indicator.address.path)) return false;
  return !hasListedPage && isRegistrable(indicator.address.host.text);
}

/** That a name above or another page there is an exception says nothing of this one. */
function vouches({ evidence: { source, scope } }: Weighed): boolean {
  return source.effect === "veto" && scope !== "parent" && scope !== "witness";
}

function isRegistrable(name: string): boolean {
  const bare = name.startsWith("www.") ? name.slice("www.".length) : name;
  const { registrable } = partsOf(name);
  return registrable === undefined || registrable === bare;
}
