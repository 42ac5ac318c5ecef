import { PageReader } from "./page-reader.ts";

const UNSEEN_BLOCKS =
  /<(script|style|template|noscript|svg|head|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  aacute: "á",
  eacute: "é",
  iacute: "í",
  oacute: "ó",
  uacute: "ú",
  ntilde: "ñ",
  iquest: "¿",
  iexcl: "¡",
  mdash: "—",
  ndash: "–",
  hellip: "…",
  euro: "€",
};
const MAX_CODE_POINT = 0x10ffff;

/** What a reader of the page sees, headings as Markdown. Takes no part of it as a program. */
export function readHtml(html: string): { text: string; title: string | undefined } {
  const title = titleOf(html);
  const seen = html.replace(COMMENT, " ").replace(UNSEEN_BLOCKS, " ");
  const lines = decode(new PageReader(seen).read())
    .split("\n")
    .map((line) => line.trim());
  return {
    text: lines.filter((line) => line !== "").join("\n"),
    title: title === undefined ? undefined : decode(title).trim(),
  };
}

function titleOf(html: string): string | undefined {
  const begun = html.search(/<title\b/i);
  const from = begun === -1 ? 0 : html.indexOf(">", begun) + 1;
  if (from === 0) return undefined;
  const length = html.slice(from).search(/<\/title\s*>/i);
  return length === -1 ? undefined : html.slice(from, from + length);
}

function decode(text: string): string {
  return text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return point > 0 && point <= MAX_CODE_POINT ? String.fromCodePoint(point) : "";
  });
}
