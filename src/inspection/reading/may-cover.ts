const SPOKEN = /[[({<]\s?(?:dot|punto|ponto|\.)\s?[\])}>]|[-_]dot[-_]|\[\/\]|%2e/iy;
const DOTTED =
  /(?<=[[({\\'"|])\.['"|]?\p{L}|\.[\]}]\p{L}|(?<=\s)\.\s?(?:com|net|org|(?:ly|gl|gd|cc|io)\/)|\.[\s.](?:ly|gl|gd|cc|io|com|net|org)\//iuy;
const JOINED = /[,;*][\p{L}\p{N}-]{1,63}(?:[.,;*][\p{L}\p{N}-]{1,63}){0,4}\//iuy;
const WIDE = /(?<=[a-z\d])[\u00b0\u00b7\u2022\u2024\u2027\u2219\u22c5\u3001\u30fb\uff0c][a-z\d]/iuy;
const SITE = /:\/\/[\p{L}\p{N}.-]{1,253}[,;*]\p{L}/iu;
const WWW = /\bwww(?:[,;*]|\s\.|\.\s|\.[\p{L}\p{N}-]{1,63}(?:\s\.|[,;*]))/iu;

/** Which look each sign is worth; most of a text is letters and spaces. */
const LOOKS = new Map<string, RegExp>();
for (const sign of "[({<-_%") LOOKS.set(sign, SPOKEN);
for (const sign of ",;*") LOOKS.set(sign, JOINED);
LOOKS.set(".", DOTTED);
const ASCII = Array.from({ length: 128 }, (_, code) => LOOKS.get(String.fromCharCode(code)));

/** A look at each sign that costs little, since nearly no text covers a link. */
export function mayCover(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const look = code < 128 ? ASCII[code] : WIDE;
    if (look !== undefined && holdsAt(look, text, at)) return true;
    if (code > 127 && isStyled(code)) return true;
  }
  return SITE.test(text) || WWW.test(text);
}

function holdsAt(look: RegExp, text: string, at: number): boolean {
  if (look === JOINED && text.charCodeAt(at + 1) <= 44) return false;
  look.lastIndex = at;
  return look.test(text);
}

/** A letter or digit of a style of its own; of those beyond 16 bits, its first half. */
function isStyled(code: number): boolean {
  if (code < 0x24b6) return false;
  if (code <= 0x24e9 || code === 0xd835) return true;
  return code >= 0xff10 && code <= 0xff5a && !(code > 0xff19 && code < 0xff21);
}
