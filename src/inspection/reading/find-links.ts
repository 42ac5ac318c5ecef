import { isPublicEnding } from "../../intel/suffixes/registrable.ts";
import { CERTAIN_ENDINGS, DOUBTFUL_ENDINGS, isWordEnding } from "./top-level.ts";

export interface Link {
  /** As written, with a disguised scheme or dot put right. */
  url: string;
  host: string;
  start: number;
  end: number;
}

export const MAX_URLS = 100;
const MAX_SCHEME = 8;
const MAX_HOST = 253;
const MAX_LABEL = 63;
const MAX_URL = 2048;
const ENDS_URL = /[\s<>"'`{}|\\^\u3000-\u303f\u00ab\u00bb\u201c-\u201e]/;
const ENDS_AUTHORITY = /[/?#]/;
/** What may stand between two links that follow each other, as in lists, Markdown and on telephones. */
const NEXT = /[,;()[\]]{1,2}(?:https?|ftp):\/\//iy;
const PATH = /(?::\d{1,5})?\//y;
/** What may follow a name that has no scheme: a path such as "/+34600" or "/@ana", or a query. */
const GOES_ON = /\/(?:$|[\p{L}\p{N}/_~?#%@+=&!$-])|[?#:](?:$|[/\w])/uy;
/** A full stop without a space behind it: "mañana.Es importante". */
const NEXT_SENTENCE = /(?<=\p{Ll})\.\p{Lu}\p{Ll}+\s+\p{L}/uy;
const TRAILING = /[.,;:!?…*_~)\]]/;
const OPENS: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
]);
const HOST_CHARACTER = /[\p{L}\p{N}_-]/u;

/**
 * Finds every link of the text in order, with or without a scheme, in one pass that sees each character
 * a bounded number of times.
 */
export function findLinks(text: string, limit = Number.POSITIVE_INFINITY): Link[] {
  const found: Link[] = [];
  let floor = 0;
  let dot = text.indexOf(".");
  let scheme = text.indexOf("://");
  while (found.length < limit && (dot !== -1 || scheme !== -1)) {
    const first = scheme !== -1 && (dot === -1 || scheme < dot) ? scheme : dot;
    const link = first === scheme ? schemed(text, scheme, floor) : bare(text, dot, floor);
    if (typeof link === "number") floor = link;
    else {
      found.push(link);
      floor = link.end;
    }
    if (dot !== -1 && dot < floor) dot = text.indexOf(".", floor);
    if (scheme !== -1 && scheme < floor) scheme = text.indexOf("://", floor);
  }
  return found;
}

function schemed(text: string, at: number, floor: number): Link | number {
  let start = at;
  while (start > floor && at - start < MAX_SCHEME && isLetter(text.charCodeAt(start - 1))) start--;
  const name = /(?:https?|ftp)$/i.exec(text.slice(start, at))?.[0];
  if (name === undefined) return at + 3;
  // Only the part for the host is read first. If it is empty, the next link may begin right behind the
  // scheme.
  if (hostOf(text.slice(at + 3, authorityEnd(text, at + 3))) === "") return at + 3;
  const end = urlEnd(text, at + 3);
  const host = hostOf(text.slice(at + 3, end));
  if (host === "") return at + 3;
  start = at - name.length;
  return { url: text.slice(start, end), host, start, end };
}

function hostOf(rest: string): string {
  const authority = rest.split(/[/?#]/, 1)[0] ?? "";
  const bare = authority.slice(authority.lastIndexOf("@") + 1);
  if (bare.startsWith("[")) return bare.slice(0, bare.indexOf("]") + 1);
  return (bare.split(":", 1)[0] ?? "").toLowerCase().replace(/\.+$/, "");
}

/** Returns the link without a scheme around the dot at `at`, or the place where the search goes on. */
function bare(text: string, at: number, floor: number): Link | number {
  let start = at;
  while (start > floor && at - start < MAX_HOST && isHostCharacter(text, start - 1)) start--;
  let end = at + 1;
  while (end < text.length && (isHostCharacter(text, end) || text[end] === ".")) end++;
  const next = Math.max(end, at + 1);
  if (start === at || end === at + 1 || end - start > MAX_HOST) return next;
  if (text[start - 1] === "@" || text[end] === "@") return next;
  // Signs of italics and dashes do not belong to a name.
  while (isDash(text.charCodeAt(start))) start++;
  let hostEnd = end;
  while (isDash(text.charCodeAt(hostEnd - 1)) || text[hostEnd - 1] === ".") hostEnd--;
  const host = text.slice(start, hostEnd).toLowerCase();
  GOES_ON.lastIndex = hostEnd;
  const path = hostEnd === end && GOES_ON.test(text);
  PATH.lastIndex = hostEnd;
  const mayEndSentence = () => {
    NEXT_SENTENCE.lastIndex = text.lastIndexOf(".", hostEnd - 1);
    return NEXT_SENTENCE.test(text);
  };
  if (!isHost(host, path && PATH.test(text), mayEndSentence)) return next;
  const stop = path ? urlEnd(text, hostEnd) : hostEnd;
  return { url: text.slice(start, stop), host, start, end: stop };
}

function isHost(host: string, path: boolean, mayEndSentence: () => boolean): boolean {
  const labels = host.split(".");
  if (labels.length < 2 || labels.some((label) => label === "" || label.length > MAX_LABEL))
    return false;
  const ending = labels.at(-1) ?? "";
  if (isAddress(labels)) return path;
  if (ending.startsWith("xn--")) return true;
  if (!/^\p{L}{2,24}$/u.test(ending)) return false;
  const isCertain = CERTAIN_ENDINGS.has(ending);
  if (isCertain && !(isWordEnding(ending) && mayEndSentence())) return true;
  if (path) return ending.length <= 3 || labels[0] === "www" || isPublicEnding(ending);
  if (labels[0] === "www") return labels.length > 2;
  if (labels.length < 3 && !/[\d-]/.test(host)) return false;
  return isCertain || DOUBTFUL_ENDINGS.has(ending) || (ending.length > 3 && isPublicEnding(ending));
}

function isAddress(labels: string[]): boolean {
  return (
    labels.length === 4 && labels.every((label) => /^\d{1,3}$/.test(label) && Number(label) < 256)
  );
}

function authorityEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_URL);
  let end = from;
  while (end < limit && !endsAuthority(text.charAt(end))) end++;
  return end;
}

function endsAuthority(character: string): boolean {
  return ENDS_AUTHORITY.test(character) || ENDS_URL.test(character);
}

function urlEnd(text: string, from: number): number {
  let end = from;
  const limit = Math.min(text.length, from + MAX_URL);
  while (end < limit && !ENDS_URL.test(text.charAt(end)) && !isNext(text, end)) end++;
  const spare = new Map<string, number>();
  for (; end > from; end--) {
    const last = text.charAt(end - 1);
    if (!TRAILING.test(last)) break;
    const opens = OPENS.get(last);
    if (opens === undefined) continue;
    const left = spare.get(last) ?? spareOf(text.slice(from, end), opens, last);
    if (left <= 0) break;
    spare.set(last, left - 1);
  }
  return end;
}

/**
 * How many brackets are closed that the link did not open, which do not belong to its end; those that
 * it opened do, as in addresses of encyclopaedias.
 */
function spareOf(written: string, opens: string, closes: string): number {
  return written.split(closes).length - written.split(opens).length;
}

function isNext(text: string, at: number): boolean {
  NEXT.lastIndex = at;
  return NEXT.test(text);
}

function isDash(code: number): boolean {
  return code === 45 || code === 95;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isHostCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return isLetter(code) || (code >= 48 && code <= 57) || code === 45 || code === 95;
  return HOST_CHARACTER.test(text.charAt(at));
}
