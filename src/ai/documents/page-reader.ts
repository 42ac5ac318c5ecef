import type { Span } from "../text/split-sentences.ts";

const START = /<(?=\/?[a-z!])/gi;
const NAME = /\/?[a-z][a-z0-9-]*/iy;
const END = /<\/([a-z][a-z0-9-]*)\s*>/gi;
const HIDDEN =
  /\shidden(?=[\s>=/])|aria-hidden\s*=\s*["']?true|style\s*=\s*(?:"[^"]*|'[^']*)(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d]*[1-9])|color\s*:\s*(?:#fff(?:fff)?|white)\b)/i;
const HEADING = /^h[1-6]$/;
const BREAKS = /^\/?(?:p|div|br|li|ul|ol|tr|table|section|article|header|footer|blockquote|pre)$/;
const CELL = /^\/t[dh]$/;

/**
 * The visible text of a page in one pass. All closing tags are found beforehand: to search for the end
 * of each element would take the square of the time on a page of elements that never end.
 */
export class PageReader {
  private readonly html: string;
  private readonly ends: Map<string, Span[]>;
  private readonly out: string[] = [];
  /** Where the heading ends that is being read. */
  private headingEnd = -1;

  constructor(html: string) {
    this.html = html;
    this.ends = endsIn(html);
  }

  read(): string {
    let at = 0;
    while (at < this.html.length) {
      START.lastIndex = at;
      const tag = START.exec(this.html)?.index ?? this.html.length;
      this.out.push(this.html.slice(at, tag).replace(/\s+/g, " "));
      at = tag < this.html.length ? this.pass(tag) : tag;
    }
    return this.out.join("").replace(/ {2,}/g, " ");
  }

  /** Where reading goes on after the tag that begins here. */
  private pass(start: number): number {
    const { html } = this;
    const close = html.indexOf(">", start) + 1;
    // No tag ends any more: the rest is text.
    if (close === 0) return this.say(html.slice(start).replace(/\s+/g, " "), html.length);
    NAME.lastIndex = start + 1;
    const name = NAME.exec(html)?.[0].toLowerCase() ?? "";
    if (!name.startsWith("/") && HIDDEN.test(html.slice(start, close))) {
      const end = this.endOf(name, close);
      if (end !== undefined) return this.say(" ", end.end);
    }
    return this.say(this.markOf(name, start, close), close);
  }

  /** What stands in the place of a tag that shows its contents. */
  private markOf(name: string, start: number, close: number): string {
    if (start < this.headingEnd) return close === this.headingEnd ? "\n" : "";
    const end = HEADING.test(name) ? this.endOf(name, close) : undefined;
    if (end !== undefined) {
      this.headingEnd = end.end;
      return `\n${"#".repeat(Number(name.slice(1)))} `;
    }
    if (CELL.test(name)) return " | ";
    return BREAKS.test(name) ? "\n" : "";
  }

  /** The next end of an element; asked for in the order of the page. */
  private endOf(name: string, from: number): Span | undefined {
    const ends = this.ends.get(name) ?? [];
    while ((ends.at(-1)?.start ?? from) < from) ends.pop();
    return ends.at(-1);
  }

  private say(text: string, next: number): number {
    this.out.push(text);
    return next;
  }
}

/** Of each name, the last first. */
function endsIn(html: string): Map<string, Span[]> {
  const ends = new Map<string, Span[]>();
  for (const { 0: tag, 1: name = "", index: start } of html.matchAll(END)) {
    const known = ends.get(name.toLowerCase());
    const span = { start, end: start + tag.length };
    if (known === undefined) ends.set(name.toLowerCase(), [span]);
    else known.push(span);
  }
  for (const spans of ends.values()) spans.reverse();
  return ends;
}
