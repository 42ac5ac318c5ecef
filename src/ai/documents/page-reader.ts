import { undoEscapes } from "../text/css-escapes.ts";
import { decodeEntities } from "../text/decode-entities.ts";
import { attributesOf } from "../text/read-attributes.ts";
import { hidingOf, readStyle, setsAnew, type Hiding } from "../text/read-style.ts";

const START = /<(?=\/?[a-z!])/gi;
const NAME = /\/?[a-z][a-z0-9-]*/iy;
/** Ends and declarations, such as `<!a>`, begin no element. */
const BEGINS = /^[a-z]/;
const EITHER = /<(?:\/([a-z][a-z0-9-]*)\s*>|([a-z][a-z0-9-]*))/gi;
/** A cheap check, before a tag is taken apart. */
const MAY_HIDE = /hidden|style|color/i;
/** A tag with a background: a page that only speaks of one is white. */
const PAINTED = /<[^<>]*(?:background(?:-color|-image)?\s*:|b(?:ackground|gcolor)\s*=)/i;
const HEADING = /^h[1-6]$/;
const BREAKS = /^\/?(?:p|div|br|li|ul|ol|tr|table|section|article|header|footer|blockquote|pre)$/;
const CELL = /^\/t[dh]$/;

/**
 * Reads the visible text of a page in one pass. All closing tags are found first, because searching the
 * end of each element would cost quadratic time on a page of elements that never end.
 */
export class PageReader {
  private readonly html: string;
  private readonly ends: ReadonlyMap<number, number>;
  private readonly isPainted: boolean;
  /** Hidden text that goes on after an element in it that is shown, the innermost last. */
  private readonly interrupted: { hiding: Hiding; from: number; end: number }[] = [];
  private readonly out: string[] = [];
  /** Where the current heading ends. */
  private headingEnd = -1;

  constructor(html: string) {
    this.html = html;
    this.ends = endsIn(html);
    this.isPainted = PAINTED.test(html);
  }

  read(): string {
    let at = 0;
    while (at < this.html.length) {
      const hidden = this.interrupted.at(-1);
      if (hidden !== undefined && at >= hidden.from) {
        this.interrupted.pop();
        at = this.say(" ", this.passHidden(hidden.hiding, at, hidden.end));
        continue;
      }
      START.lastIndex = at;
      const tag = START.exec(this.html)?.index ?? this.html.length;
      this.out.push(this.html.slice(at, tag).replace(/\s+/g, " "));
      at = tag < this.html.length ? this.pass(tag) : tag;
    }
    return this.out.join("").replace(/ {2,}/g, " ");
  }

  /** Reads the tag that begins here, and gives where reading goes on. */
  private pass(start: number): number {
    const { html } = this;
    const close = html.indexOf(">", start) + 1;
    // No tag ends after this, so the rest is text.
    if (close === 0) return this.say(html.slice(start).replace(/\s+/g, " "), html.length);
    NAME.lastIndex = start + 1;
    const name = NAME.exec(html)?.[0].toLowerCase() ?? "";
    const hiding = BEGINS.test(name) ? this.hidingBy(NAME.lastIndex, close - 1) : undefined;
    const end = hiding && this.ends.get(start);
    if (hiding !== undefined && end !== undefined) {
      return this.say(" ", this.passHidden(hiding, close, end));
    }
    return this.say(this.markOf(name, start, close), close);
  }

  /** How the attributes between these places hide the text of their element. */
  private hidingBy(from: number, to: number): Hiding | undefined {
    const inner = this.html.slice(from, to);
    if (!MAY_HIDE.test(inner)) return undefined;
    const attributes = attributesOf(inner, decodeEntities);
    if (attributes.get("aria-hidden")?.toLowerCase() === "true") return "wholly";
    const style = readStyle(undoEscapes(attributes.get("style") ?? ""));
    return hidingOf(style, attributes, this.isPainted);
  }

  /**
   * Passes over hidden text, up to its end or to an element in it that is shown again. After that
   * element the rest is hidden as before.
   */
  private passHidden(hiding: Hiding, from: number, end: number): number {
    const { html } = this;
    if (hiding === "wholly") return end;
    let at = from;
    while (at < end) {
      START.lastIndex = at;
      const tag = START.exec(html)?.index ?? end;
      if (tag >= end) break;
      at = html.indexOf(">", tag) + 1;
      const shownUntil = setsAnew(hiding, html.slice(tag, at)) ? this.ends.get(tag) : undefined;
      if (shownUntil === undefined) continue;
      this.interrupted.push({ hiding, from: shownUntil, end });
      return tag;
    }
    return Math.max(from, end);
  }

  /** What replaces a tag whose contents are shown. */
  private markOf(name: string, start: number, close: number): string {
    if (start < this.headingEnd) return close === this.headingEnd ? "\n" : "";
    const end = HEADING.test(name) ? this.ends.get(start) : undefined;
    if (end !== undefined) {
      this.headingEnd = end;
      return `\n${"#".repeat(Number(name.slice(1)))} `;
    }
    if (CELL.test(name)) return " | ";
    return BREAKS.test(name) ? "\n" : "";
  }

  private say(text: string, next: number): number {
    this.out.push(text);
    return next;
  }
}

/**
 * Finds the ends of the elements that begin at these places. An element that never ends is taken to end
 * with the next one of its name, as a paragraph whose end tag is left out.
 */
function endsIn(html: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open = new Map<string, number[]>();
  for (const { 0: tag, 1: ended, 2: begun = "", index } of html.matchAll(EITHER)) {
    const name = (ended ?? begun).toLowerCase();
    const starts = open.get(name) ?? [];
    if (ended === undefined) starts.push(index);
    else endLast(ends, starts, index + tag.length);
    open.set(name, starts);
  }
  return ends;
}

/** Ends the element that began last, and for now also those before it without an end of their own. */
function endLast(ends: Map<number, number>, starts: number[], end: number): void {
  const last = starts.pop();
  if (last === undefined) return;
  ends.set(last, end);
  const known = starts.findLastIndex((start) => ends.has(start));
  for (const start of starts.slice(known + 1)) ends.set(start, end);
}
