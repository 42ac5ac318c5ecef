import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { undoEscapes } from "../../ai/text/css-escapes.ts";
import { attributesOf } from "../../ai/text/read-attributes.ts";
import { readSheets, type Sheet } from "./read-sheet.ts";
import {
  hidingOf,
  mayHide,
  readStyle,
  setsAnew,
  type Hiding,
  type Style,
} from "../../ai/text/read-style.ts";
import { visibleText } from "./visible-text.ts";
import { tagsOf } from "./walk-tags.ts";

interface Region {
  start: number;
  name: string;
  hiding: Hiding;
  /** The hidden tag, and the open tags within it that matter for where it ends. */
  open: string[];
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** Tags that end an open one of the same name. */
const ENDS_ITSELF = /^(?:li|t[dhr]|d[dt]|option)$/;
/** Block tags: their end also closes what is open within them, and their start closes a paragraph. */
const HOLDS =
  /^(?:t(?:able|body|[dhr])|div|center|[uod]l|li|blockquote|section|article|header|footer|main|form|pre|h[1-6])$/;
const LETTER = /[\p{L}\p{N}]/u;

/** Cuts a page into what its tags and sheets hide, and the rest; undefined if nothing is hidden. */
export function cutHidden(
  html: string,
  sheets: readonly string[] = [],
): { shown: string; hidden: string } | undefined {
  if (!mayHide(html)) return undefined;
  const shown: string[] = [];
  const hidden: string[] = [];
  let from = 0;
  for (const { start, end } of findHidden(html, readSheets(sheets))) {
    shown.push(html.slice(from, start));
    hidden.push(html.slice(start, end));
    from = end;
  }
  if (hidden.length === 0) return undefined;
  return { shown: shown.join("") + html.slice(from), hidden: hidden.join("\n") };
}

/**
 * Finds the hidden parts in one pass over the tags. A hidden tag that is never closed hides the rest of
 * the page, as in browsers, but only if something is shown before it. Only simple rules of sheets are
 * read, so no caller may rely on people seeing exactly what is left.
 */
function findHidden(html: string, sheet: Sheet): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const isPainted = /background|bgcolor|<style/i.test(html);
  const none: ReadonlyMap<string, string> = new Map();
  let region: Region | undefined;
  const end = (at: number) => {
    if (region !== undefined && at > region.start) found.push({ start: region.start, end: at });
    region = undefined;
  };
  for (const { name, inner, start, close } of tagsOf(html)) {
    if (name === "" || VOID.test(name)) continue;
    const mayBe = region !== undefined || sheet.hides || mayHide(inner);
    const attributes = mayBe ? attributesOf(inner, decodeEntities) : none;
    if (region !== undefined) {
      const { open, hiding, name: own } = region;
      const isAnew =
        hiding !== "wholly" &&
        (setsAnew(hiding, inner) || sheet.styleOf(name, attributes, true).has(hiding));
      if (isAnew || !goesOn(open, own, name)) end(start);
      else if (name === own || HOLDS.test(name)) open.push(name);
    }
    if (region !== undefined || name.startsWith("/")) continue;
    const judged = mayBe ? judge(sheet, name, attributes, isPainted) : undefined;
    const hiding = name === "template" ? "wholly" : judged;
    if (hiding !== undefined) region = { start: close + 1, name, hiding, open: [name] };
  }
  const before = html.slice(0, region?.start ?? 0);
  if (LETTER.test(visibleText(before).text)) end(html.length);
  return found;
}

/**
 * Whether the hidden part goes on behind this tag. An end tag also closes what is open within its own.
 */
function goesOn(open: string[], own: string, name: string): boolean {
  const isNext = own === "p" ? name === own || HOLDS.test(name) : name === own;
  if (!name.startsWith("/"))
    return open.length > 1 || !isNext || !(own === "p" || ENDS_ITSELF.test(own));
  const ended = name.slice(1);
  if (ended !== own && !HOLDS.test(ended)) return true;
  open.length = Math.max(0, open.lastIndexOf(ended));
  return open.length > 0;
}

/**
 * Returns how a tag hides its text. What a sheet hides but shows again on some screen does not count as
 * hidden; what the tag itself hides does.
 */
function judge(
  sheet: Sheet,
  name: string,
  attributes: ReadonlyMap<string, string>,
  isPainted: boolean,
): Hiding | undefined {
  const written = undoEscapes(attributes.get("style") ?? "");
  const by = (known?: Style) => hidingOf(readStyle(written, known), attributes, isPainted);
  const hiding = by(sheet.styleOf(name, attributes, false));
  return hiding && (by() ?? by(sheet.styleOf(name, attributes, true)));
}
