import { decodeEntities } from "../text/decode-entities.ts";
import { PageReader } from "./page-reader.ts";

const UNSEEN_BLOCKS =
  /<(script|style|template|noscript|svg|head|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** What a reader of the page sees, headings as Markdown. Takes no part of it as a program. */
export function readHtml(html: string): string {
  const seen = html.replace(COMMENT, " ").replace(UNSEEN_BLOCKS, " ");
  const lines = decodeEntities(new PageReader(seen).read()).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
