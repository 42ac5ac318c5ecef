const NAMED = namesOf({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  iexcl: "¡",
  iquest: "¿",
  pound: "£",
  euro: "€",
  yen: "¥",
  copy: "©",
  reg: "®",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  laquo: "«",
  raquo: "»",
  ordf: "ª",
  ordm: "º",
  bull: "•",
  zwnj: "\u200c",
  shy: "\u00ad",
  aacute: "á",
  eacute: "é",
  iacute: "í",
  oacute: "ó",
  uacute: "ú",
  ntilde: "ñ",
  uuml: "ü",
  atilde: "ã",
  otilde: "õ",
  ccedil: "ç",
  acirc: "â",
  ecirc: "ê",
  ocirc: "ô",
  agrave: "à",
});

/** Signs of an address, which mails name to hide where a link leads. Their letters' case counts. */
const SIGNS = namesOf({
  Tab: "\t",
  NewLine: "\n",
  excl: "!",
  num: "#",
  dollar: "$",
  percnt: "%",
  lpar: "(",
  rpar: ")",
  ast: "*",
  plus: "+",
  comma: ",",
  period: ".",
  sol: "/",
  colon: ":",
  semi: ";",
  equals: "=",
  quest: "?",
  commat: "@",
  lsqb: "[",
  lbrack: "[",
  bsol: "\\",
  rsqb: "]",
  rbrack: "]",
  lowbar: "_",
  UnderBar: "_",
  verbar: "|",
  ZeroWidthSpace: "\u200b",
  NoBreak: "\u2060",
});

/** A number counts without its semicolon too, and however many zeros begin it. */
const ENTITY = /&(?:#(\d+);?|#x([0-9a-f]+);?|([a-z]{2,14});)/gi;
const LAST_CODE_POINT = 0x10ffff;
/** Numbers of controls are read as Windows-1252 has them, but for five that it does not have. */
const WINDOWS_FROM = 0x80;
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return SIGNS.get(name) ?? letterOf(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return WINDOWS[code - WINDOWS_FROM] ?? characterOf(code);
  });
}

function characterOf(code: number): string {
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : " ";
}

function letterOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  return name[0] === lower[0] ? NAMED.get(lower) : NAMED.get(lower)?.toUpperCase();
}

/** No object, which would know "constructor" as well. */
function namesOf(names: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names));
}
