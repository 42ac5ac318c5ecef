import { decodeEntities } from "../text/decode-entities.ts";
import { PageReader } from "./page-reader.ts";

/** Of the head the title alone is text, and the tags of a head may be left out. */
const UNSEEN_BLOCKS =
  /<svg(?=[\s/])[^>]*\/>|<(script|style|template|noscript|svg|title|iframe|object|audio|video|canvas|datalist)(?=[\s/>])[\s\S]*?(?:<\/\1\s*>|$)/gi;
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
