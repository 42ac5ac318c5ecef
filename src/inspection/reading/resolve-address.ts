import { webAddress } from "./read-tag.ts";

/** A longer one stands before each link anew: of it only the host counts then. */
const MAX_BASE = 2_048;
const SCHEME = /^([a-z]+):[/\\]*/i;
const SITE = /^[a-z]+:\/\/[^/?#]*/i;

/**
 * The address that a page's relative addresses are relative to; undefined where it is not of the
 * web.
 */
export function readBase(written: string): string | undefined {
  const base = webAddress(written);
  return base === undefined || base.length <= MAX_BASE ? base : URL.parse(base)?.origin;
}

/** Whether this leads elsewhere under another base: without two slashes even "https:a" may. */
export function mayBeRelative(written: string): boolean {
  const scheme = SCHEME.exec(written.trim())?.[0];
  return scheme === undefined || !/[/\\]{2}$/.test(scheme);
}

/** Where a browser would go from a page with this base; undefined where that is not of the web. */
export function resolveAddress(written: string, base: string): string | undefined {
  const [found, from] = [URL.parse(written, base), parseBase(base)];
  if (found === null || from === null) return undefined;
  if (found.host !== from.host || found.protocol !== from.protocol) return webAddress(found.href);
  // The host as it was written, since how it is written tells something.
  const site = SITE.exec(base)?.[0] ?? from.origin;
  return webAddress(`${site}${found.pathname}${found.search}${found.hash}`);
}

let lastBase: { text: string; url: URL | null } | undefined;

/** Once for all links of a page. */
function parseBase(text: string): URL | null {
  if (lastBase?.text !== text) lastBase = { text, url: URL.parse(text) };
  return lastBase.url;
}

/** Where something lies that may be relative, with and without a base. */
export function addressUnder(written: string, base: string | undefined): string | undefined {
  const isUnder = base !== undefined && mayBeRelative(written);
  return (isUnder ? resolveAddress(written, base) : undefined) ?? webAddress(written);
}
