import { webAddress } from "./read-tag.ts";

/** Of a longer base only the origin counts, because the base is repeated before each link. */
const MAX_BASE = 2_048;
const SCHEME = /^([a-z]+):[/\\]*/i;
const SITE = /^[a-z]+:\/\/[^/?#]*/i;

/**
 * Reads the address that a page's relative addresses are relative to; undefined if it is no web
 * address.
 */
export function readBase(written: string): string | undefined {
  const base = webAddress(written);
  return base === undefined || base.length <= MAX_BASE ? base : URL.parse(base)?.origin;
}

/** Whether an address may depend on the base: without two slashes even "https:a" may. */
export function mayBeRelative(written: string): boolean {
  const scheme = SCHEME.exec(written.trim())?.[0];
  return scheme === undefined || !/[/\\]{2}$/.test(scheme);
}

/** Returns where a browser would go from a page with this base; undefined if that is no web address. */
export function resolveAddress(written: string, base: string): string | undefined {
  const [found, from] = [URL.parse(written, base), parseBase(base)];
  if (found === null || from === null) return undefined;
  if (found.host !== from.host || found.protocol !== from.protocol) return webAddress(found.href);
  // The host stays as it was written, because the spelling is a sign.
  const site = SITE.exec(base)?.[0] ?? from.origin;
  return webAddress(`${site}${found.pathname}${found.search}${found.hash}`);
}

let lastBase: { text: string; url: URL | null } | undefined;

/** Parses the base once for all links of a page. */
function parseBase(text: string): URL | null {
  if (lastBase?.text !== text) lastBase = { text, url: URL.parse(text) };
  return lastBase.url;
}

/** Returns the web address of something that may be relative, with or without a base. */
export function addressUnder(written: string, base: string | undefined): string | undefined {
  const isUnder = base !== undefined && mayBeRelative(written);
  return (isUnder ? resolveAddress(written, base) : undefined) ?? webAddress(written);
}
