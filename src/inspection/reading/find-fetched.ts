import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { undoEscapes } from "./css-escapes.ts";
import { attributesOf } from "./read-tag.ts";
import { addressUnder } from "./resolve-address.ts";

/** No more are ever asked about. */
const MAX_FETCHED = 250;
/** A look that costs little, before a tag is taken apart. */
const MAY_FETCH = /src|background|poster|\bdata\s*=|http-equiv|url|\\|&(?:#|bsol|lpar)/i;
const FETCHES = /^(?:(?:low|dyn)?src|poster|background|data|(?:xlink:)?href)$/;
const LEADS = /^(?:a|area|base)$/;
const SIZES = /^(?:image)?srcset$/;
const SIZE = /^[\d.]+[hwx]$/;
const REFRESH = /^\s*[\d.]*\s*[;,]?\s*(?:url\s*=)?\s*["']?([^"']+)/i;
const IN_STYLE = /url\(\s*["']?([^"')]+)|["']((?:https?:|[\\/]{2})[^"']+)/gi;
/** What a mail brings along. */
const BROUGHT = /^\s*(?:cid|data):/i;

/** What a mail program asks others for to show a mail: nobody follows it, so it is no link. */
export class Fetched {
  private readonly written = new Set<string>();

  noteTag(name: string, inner: string): void {
    const leads = LEADS.test(name);
    if (!MAY_FETCH.test(inner) && (leads || !/href/i.test(inner))) return;
    const attributes = attributesOf(inner, decodeEntities);
    for (const [attribute, value] of attributes) {
      if (SIZES.test(attribute)) this.noteSizes(value);
      else if (FETCHES.test(attribute)) {
        if (!leads || !attribute.endsWith("href")) this.note(value);
      } else if (attribute === "style" || value.includes("url(")) this.noteStyle(value);
    }
    const content = attributes.get("content") ?? "";
    if (attributes.get("http-equiv")?.toLowerCase() === "refresh")
      this.note(REFRESH.exec(content)?.[1] ?? "");
  }

  noteStyle(style: string): void {
    for (const [, fetched, named = ""] of undoEscapes(style).matchAll(IN_STYLE))
      this.note(fetched ?? named);
  }

  /** Where all of it lies; the base may have come last. */
  settle(base: string | undefined): string[] {
    return [...this.written].flatMap((written) => addressUnder(written, base) ?? []);
  }

  private noteSizes(sizes: string): void {
    for (const size of sizes.split(/[\s,]*\s[\s,]*/)) if (!SIZE.test(size)) this.note(size);
  }

  note(written: string): void {
    if (this.written.size < MAX_FETCHED && !BROUGHT.test(written)) this.written.add(written);
  }
}
