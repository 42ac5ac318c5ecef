const START = /<(?=\/?[a-z!])/gi;
const NAME = /\/?[a-z][a-z0-9-]*/iy;
const EITHER = /<(?:\/([a-z][a-z0-9-]*)\s*>|([a-z][a-z0-9-]*))/gi;
const HIDDEN =
  /\shidden(?=[\s>=/])|aria-hidden\s*=\s*["']?true|style\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d]*[1-9])|color\s*:\s*(?:#fff(?:fff)?|white)\b)/i;
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
  private readonly out: string[] = [];
  /** Where the current heading ends. */
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

  /** Reads the tag that begins here, and gives where reading goes on. */
  private pass(start: number): number {
    const { html } = this;
    const close = html.indexOf(">", start) + 1;
    // No tag ends after this, so the rest is text.
    if (close === 0) return this.say(html.slice(start).replace(/\s+/g, " "), html.length);
    NAME.lastIndex = start + 1;
    const name = NAME.exec(html)?.[0].toLowerCase() ?? "";
    if (!name.startsWith("/") && HIDDEN.test(html.slice(start, close))) {
      const end = this.ends.get(start);
      if (end !== undefined) return this.say(" ", end);
    }
    return this.say(this.markOf(name, start, close), close);
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
