import { refuse, type Refusal } from "../../http/index.ts";
import { canonicalHost, type Host } from "./host.ts";
import { resolvePath } from "./path.ts";
import { bytesOf, escapeUnsafe, textOf, unescapeFully } from "./percent.ts";

/** A URL in the form in which lists are matched: without credentials and port. */
export interface Address {
  host: Host;
  path: string;
  /** Undefined if there is no "?". */
  query: string | undefined;
}

export interface ParsedUrl extends Address {
  /** What the caller wrote, with the host in small letters and A-labels. */
  echo: string;
  /** All after the host, as written: another URL may be in it. */
  rest: string;
}

/** What browsers drop: controls and blanks around a URL, and line ends in it. */
// oxlint-disable-next-line no-control-regex
const DROPPED = /^[\x00-\x20]+|(?<![\x00-\x20])[\x00-\x20]+$|[\t\r\n]/g;
const SCHEME = /^([a-z][a-z\d+.-]*):([/\\]*)/i;
const WEB_SCHEMES = new Set(["http", "https", "ftp", "ws", "wss"]);
const HOST_AND_PORT = /^[^/?#\\]*:\d{1,5}(?:[/?#\\]|$)/;
const AUTHORITY_END = /[/?\\]/;
const PORT = /:\d*$/;
/** In a host this means that the whole URL was escaped, once or several times. */
const ESCAPED_SLASH = /%(?:25)*2f/i;
const NON_ASCII = /[^\x20-\x7E]/;
/** Without a scheme a host must look like one. */
const BARE_HOST = /^[^\s<>"'`{}|^]+$/;

/**
 * The form of nearly all URLs: a name in small letters, and nothing to unescape, resolve or cut off.
 * One pattern for it takes the place of fifteen, for speed (docs/decisions/0003).
 */
const PLAIN =
  /^https?:\/\/((?:[a-z\d_-]+\.)+[a-z][a-z\d-]*)(((?:\/(?!\.)[!"$&-.0->@-[\]-~]+)*\/?)(?:\?([!"$&-[\]-~]*))?)$/;

const NOT_A_URL = '"value" must be a URL or a domain.';

export function parseUrl(written: string): ParsedUrl | Refusal {
  return parsePlain(written) ?? parseAny(written.replace(DROPPED, ""));
}

function parsePlain(text: string): ParsedUrl | undefined {
  const match = PLAIN.exec(text);
  if (match === null) return undefined;
  const [, name = "", rest = "", path = "", query] = match;
  const host: Host = { kind: "name", text: name };
  return { host, path: path === "" ? "/" : path, query, echo: text, rest };
}

function parseAny(text: string): ParsedUrl | Refusal {
  const split = splitUrl(text);
  if (split === undefined) return refuse(400, "invalid_request", NOT_A_URL);
  const plain = ESCAPED_SLASH.test(split.host) ? textOf(unescapeFully(bytesOf(text))) : undefined;
  if (plain !== undefined) return parseUrl(plain);
  const host = canonicalHost(split.host);
  if (host === undefined || (!split.hasScheme && !looksLikeHost(split.host, host))) {
    return refuse(400, "invalid_request", NOT_A_URL);
  }
  const rest = withoutFragment(split.rest);
  const shown = NON_ASCII.test(split.host) ? host.text : split.host.toLowerCase();
  return { host, ...canonicalRest(rest), echo: split.before + shown + split.after, rest };
}

function canonicalRest(rest: string): { path: string; query: string | undefined } {
  const bytes = unescapeFully(bytesOf(rest));
  const mark = bytes.indexOf("?");
  const path = escapeUnsafe(resolvePath(mark < 0 ? bytes : bytes.slice(0, mark)));
  return { path, query: mark < 0 ? undefined : escapeUnsafe(bytes.slice(mark + 1)) };
}

interface SplitUrl {
  hasScheme: boolean;
  before: string;
  host: string;
  after: string;
  rest: string;
}

function splitUrl(text: string): SplitUrl | undefined {
  const start = startOfAuthority(text);
  if (start === undefined) return undefined;
  const tail = text.slice(start.at);
  const end = tail.search(/[/?#\\]/);
  const authority = end < 0 ? tail : tail.slice(0, end);
  const rest = end < 0 ? "" : tail.slice(end);
  const at = authority.lastIndexOf("@") + 1;
  const host = authority.slice(at).replace(PORT, "");
  const hostStart = start.at + at;
  return {
    hasScheme: start.hasScheme,
    before: text.slice(0, hostStart),
    host,
    after: text.slice(hostStart + host.length),
    rest,
  };
}

function startOfAuthority(text: string): { at: number; hasScheme: boolean } | undefined {
  const match = SCHEME.exec(text);
  if (match === null) {
    const slashes = /^[/\\]{2,}/.exec(text)?.[0].length ?? 0;
    return AUTHORITY_END.test(text.charAt(slashes)) ? undefined : { at: slashes, hasScheme: false };
  }
  const [whole, scheme = "", slashes = ""] = match;
  const isWeb = WEB_SCHEMES.has(scheme.toLowerCase());
  if (isWeb) return { at: whole.length, hasScheme: true };
  // For other schemes a third slash begins the path, as in "file:///etc"; more name a network share.
  const excess = slashes.length === 3 ? 1 : 0;
  if (slashes.length >= 2) return { at: whole.length - excess, hasScheme: true };
  return HOST_AND_PORT.test(text) ? { at: 0, hasScheme: false } : undefined;
}

function looksLikeHost(written: string, host: Host): boolean {
  if (!BARE_HOST.test(written)) return false;
  return host.kind !== "name" || host.text.includes(".");
}

function withoutFragment(rest: string): string {
  const at = rest.indexOf("#");
  return at < 0 ? rest : rest.slice(0, at);
}
