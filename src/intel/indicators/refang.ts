import { once } from "../../platform/index.ts";

/** Invisible characters, but not joiners where they make another name (RFC 5892, appendix A). */
const invisible = once(
  () =>
    /[\u00AD\u200B\u2060\uFEFF]|(?<![\p{sc=Arab}\p{M}])\u200C|(?<!\p{M})\u200D|[\u200C\u200D](?!\p{L})/gu,
);
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
/** Where the path begins, in which letters in full width are kept. */
const pathStart = once(() => /(?<=[\p{L}\p{N}.-])[/?#]/u);
const FULL_STOPS = /[\u3002\uFF0E\uFF61]/g;

/**
 * A quick test: text without any of these, and without a dot at its end, is not defanged. It runs over
 * every letter of every URL, so it is kept simple.
 */
const SUSPECT = /[^!#-&+-;=?-Z^_a-z|~]|[Xx](?:[Xx]|[Pp]:)/;

const DOTS = /\\\.|(?:(?<!\s)\s+)?[[({]\s*(?:\.|dot)\s*[\])}]\s*|(?<!\s)\s+dot\s+/gi;
const AT_SIGNS = /(?:(?<!\s)\s+)?[[({]\s*(?:@|at)\s*[\])}]\s*|(?<!\s)\s+at\s+(?=\S+$)/gi;
const SIGNS = /[[({]([:/])[\])}]/g;
const COLON_SLASHES = /[[({]:\/\/[\])}]|[[({]:\/[\])}]\/|:[[({]\/\/[\])}]/g;
const HTTP = /^h(?:xx|\*\*|XX|tx|xt)p(s?)(?=:)/i;
const FTP = /^fxp(s?)(?=:)/i;

/** Quotes in front, except those of a mailbox: "a b"@c.example. */
const OPENING = /^(?:(?!"[^"\\]+"@)["'`<\u2018-\u201E\u00AB\u00BB])+/;
const CLOSING_QUOTES = "\"'`>\u2018\u2019\u201A\u201C\u201D\u201E\u00AB\u00BB";
const CLOSING_POINTS = ".,;:!\u2026";
/** Behind a path it may be the sign of an empty query, which the caller gets back as written. */
const QUESTION = "?";
/** A dot ends a sentence only after one of these: "/.." is a path. */
const BEFORE_POINT = /[^.,;:/\s]/;
const PAIRS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Undoes "defanging", such as hxxp:// or [.], and takes off quotes and signs around an indicator. */
export function refang(text: string): string {
  const trimmed = text.trim();
  if (!SUSPECT.test(trimmed) && !pointsOf(trimmed).includes(trimmed.at(-1) ?? "")) return trimmed;
  const bare = trimmed.replace(invisible(), "").replace(FULL_STOPS, ".");
  const path = bare.search(pathStart());
  const narrow = bare.replace(FULL_WIDTH, (letter, at: number) =>
    path >= 0 && at > path ? letter : String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
  const visible = withoutSigns(narrow.trim());
  return visible
    .replace(COLON_SLASHES, "://")
    .replace(SIGNS, "$1")
    .replace(DOTS, ".")
    .replace(AT_SIGNS, "@")
    .replace(HTTP, "http$1")
    .replace(FTP, "ftp$1");
}

/** The indicator without the quotes around it and the signs that end a sentence behind it. */
export function withoutSigns(text: string): string {
  const inner = text.replace(OPENING, "");
  const unopened = new Map<string, number>();
  const points = pointsOf(inner);
  for (let end = inner.length; ;) {
    const point = withoutPoint(inner, withoutQuotes(inner, end), points);
    const shorter = withoutBracket(inner, point, unopened);
    if (shorter === end) return inner.slice(0, end);
    end = shorter;
  }
}

function withoutQuotes(text: string, from: number): number {
  let end = from;
  while (end > 0 && CLOSING_QUOTES.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

function pointsOf(text: string): string {
  return text.includes("/") ? CLOSING_POINTS : CLOSING_POINTS + QUESTION;
}

function withoutPoint(text: string, end: number, points: string): number {
  const isPoint = end > 1 && points.includes(text.charAt(end - 1));
  return isPoint && BEFORE_POINT.test(text.charAt(end - 2)) ? end - 1 : end;
}

/** Drops a closing bracket only if nothing opened it: a URL may end in "(a)". */
function withoutBracket(text: string, end: number, unopened: Map<string, number>): number {
  const closing = text.charAt(end - 1);
  const opening = PAIRS[closing];
  if (opening === undefined) return end;
  const left = unopened.get(closing) ?? count(text, closing) - count(text, opening);
  if (left <= 0) return end;
  unopened.set(closing, left - 1);
  return end - 1;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}
