const UNSEEN_BLOCKS =
  /<(script|style|template|noscript|svg|head|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const HIDDEN =
  /<([a-z][a-z0-9]*)\b[^>]*(?:\shidden(?=[\s>=/])|aria-hidden\s*=\s*["']?true|style\s*=\s*(?:"[^"]*|'[^']*)(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d]*[1-9])|color\s*:\s*(?:#fff(?:fff)?|white)\b))[^>]*>[\s\S]*?<\/\1\s*>/gi;
const HEADING = /<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1\s*>/gi;
const BLOCK =
  /<\/?(?:p|div|br|li|ul|ol|tr|table|section|article|header|footer|blockquote|pre)\b[^>]*>/gi;
const CELL = /<\/(?:td|th)\s*>/gi;
const TAG = /<\/?[a-z!][^>]*>/gi;
const TITLE = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i;
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
  const title = TITLE.exec(html)?.[1];
  const text = html
    .replace(COMMENT, " ")
    .replace(UNSEEN_BLOCKS, " ")
    .replace(HIDDEN, " ")
    .replace(/\s+/g, " ")
    .replace(HEADING, (_all, level: string, inner: string) => {
      return `\n${"#".repeat(Number(level))} ${inner.replace(TAG, "").trim()}\n`;
    })
    .replace(CELL, " | ")
    .replace(BLOCK, "\n")
    .replace(TAG, "");
  const lines = decode(text)
    .split("\n")
    .map((line) => line.trim());
  return {
    text: lines.filter((line) => line !== "").join("\n"),
    title: title === undefined ? undefined : decode(title).trim(),
  };
}

function decode(text: string): string {
  return text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return point > 0 && point <= MAX_CODE_POINT ? String.fromCodePoint(point) : "";
  });
}
