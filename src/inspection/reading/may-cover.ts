/** Styled letters and digits: full-width, circled and mathematical ones. */
export const STYLED = "[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\u{1d400}-\u{1d7ff}]";
/** Signs beyond ASCII that pass for a dot. */
export const WIDE_DOTS = "\u00b0\u00b7\u2022\u2024\u2027\u2219\u22c5\u3001\u30fb\uff0c";

const SPOKEN = /[[({<]\s?(?:dot|punto|ponto|\.)\s?[\])}>]|[-_]dot[-_]|%2e/iy;
const DOTTED =
  /(?<=[[({\\'"|])\.['"|]?\p{L}|\.[\]}]\p{L}|(?<=\s)\.\s?(?:com|net|org|(?:ly|gl|gd|cc|io)\/)|\.[\s.](?:ly|gl|gd|cc|io|com|net|org)\//iuy;
const JOINED = /[,;*][\p{L}\d-]{1,63}(?:[.,;*][\p{L}\d-]{1,63}){0,4}\//iuy;
const WIDE = new RegExp(`${STYLED}|(?<=[a-z\\d])[${WIDE_DOTS}][a-z\\d]`, "iuy");
const SITE = /:\/\/[\p{L}\d.-]{1,253}[,;*]\p{L}/iu;
const WWW = /\bwww(?:[,;*]|\s\.|\.\s|\.[\p{L}\d-]{1,63}(?:\s\.|[,;*]))/iu;

/**
 * The pattern that is tried at each sign of ASCII; most of a text is letters and spaces, which have
 * none.
 */
const LOOKS: (RegExp | undefined)[] = Array.from({ length: 128 });
for (const [look, signs] of [
  [SPOKEN, "[({<-_%"],
  [JOINED, ",;*"],
  [DOTTED, "."],
] as const)
  for (const sign of signs) LOOKS[sign.charCodeAt(0)] = look;

/** Whether a text may disguise a link. It is a cheap check, because nearly no text does. */
export function mayCover(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const look = code < 128 ? LOOKS[code] : WIDE;
    if (look === undefined) continue;
    look.lastIndex = at;
    if (look.test(text)) return true;
  }
  return SITE.test(text) || WWW.test(text);
}
