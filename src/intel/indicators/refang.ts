const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const FULL_STOPS = /[\u3002\uFF0E\uFF61]/g;

/** The quick test: text without any of these has nothing that was defanged. */
const SUSPECT = /[^\x20-\x7E]|[[\](){}\\*"'`<>]|xx|xp:| dot | at |[.,;:]$/i;

const DOTS = /\\\.|[[({]\s*(?:\.|dot)\s*[\])}]|\s+dot\s+/gi;
const AT_SIGNS = /[[({]\s*(?:@|at)\s*[\])}]|\s+at\s+(?=\S+$)/gi;
const COLONS = /[[({]:[\])}]/g;
const COLON_SLASHES = /[[({]:\/\/[\])}]|[[({]:\/[\])}]\/|:[[({]\/\/[\])}]/g;
const HTTP = /^h(?:xx|\*\*|XX|tx|xt)p(s?)(?=:)/i;
const FTP = /^fxp(s?)(?=:)/i;

const OPENING = /^["'`<]+/;
const CLOSING_QUOTES = /["'`>]+$/;
/** Only after something that is not itself a dot, for "/.." is a path and not a sentence's end. */
const CLOSING_POINT = /(?<=[^.,;:/\s])[.,;:]$/;
const CLOSING_BRACKET = /[)\]}]$/;
const PAIRS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** Undoes what people do to an indicator so that nobody clicks it, and what surrounds it in text. */
export function refang(text: string): string {
  const trimmed = text.trim();
  if (!SUSPECT.test(trimmed)) return trimmed;
  const visible = unwrap(
    trimmed
      .replace(INVISIBLE, "")
      .replace(FULL_STOPS, ".")
      .replace(FULL_WIDTH, (letter) =>
        String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_OFFSET),
      )
      .trim(),
  );
  return visible
    .replace(COLON_SLASHES, "://")
    .replace(COLONS, ":")
    .replace(DOTS, ".")
    .replace(AT_SIGNS, "@")
    .replace(HTTP, "http$1")
    .replace(FTP, "ftp$1");
}

function unwrap(text: string): string {
  let inner = text.replace(OPENING, "");
  for (;;) {
    const shorter = withoutLast(inner.replace(CLOSING_QUOTES, "").replace(CLOSING_POINT, ""));
    if (shorter === inner) return inner;
    inner = shorter;
  }
}

/** A closing bracket goes only where nothing opened it: an address may well end in "(a)". */
function withoutLast(text: string): string {
  const closing = CLOSING_BRACKET.exec(text)?.[0];
  if (closing === undefined) return text;
  const opening = PAIRS[closing] ?? "";
  return count(text, closing) > count(text, opening) ? text.slice(0, -1) : text;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}
