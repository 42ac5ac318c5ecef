import { decodeEntities } from "../text/decode-entities.ts";
import { PageReader } from "./page-reader.ts";

const UNSEEN_BLOCKS =
  /<(script|style|template|noscript|svg|head|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** What a reader of the page sees, headings as Markdown. Takes no part of it as a program. */
export function readHtml(html: string): { text: string; title: string | undefined } {
  const title = titleOf(html);
  const seen = html.replace(COMMENT, " ").replace(UNSEEN_BLOCKS, " ");
  const lines = decodeEntities(new PageReader(seen).read())
    .split("\n")
    .map((line) => line.trim());
  return {
    text: lines.filter((line) => line !== "").join("\n"),
    title: title === undefined ? undefined : decodeEntities(title).trim(),
  };
}

function titleOf(html: string): string | undefined {
  const begun = html.search(/<title\b/i);
  const from = begun === -1 ? 0 : html.indexOf(">", begun) + 1;
  if (from === 0) return undefined;
  const length = html.slice(from).search(/<\/title\s*>/i);
  return length === -1 ? undefined : html.slice(from, from + length);
}
