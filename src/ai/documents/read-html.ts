import { decodeEntities } from "../text/decode-entities.ts";
import { PageReader } from "./page-reader.ts";

/**
 * Elements whose contents are not shown. In the head only the title has text, so it is named itself:
 * the tags of the head may be left out.
 */
const UNSEEN_BLOCKS =
  /<svg(?=[\s/])[^>]*\/>|<(script|style|template|noscript|svg|title|iframe|object|audio|video|canvas|datalist)(?=[\s/>])[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** The text that a reader of the page sees, with headings as Markdown. Nothing in it is run. */
export function readHtml(html: string): string {
  const seen = html.replace(COMMENT, " ").replace(UNSEEN_BLOCKS, " ");
  const lines = decodeEntities(new PageReader(seen).read()).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}
