import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { undoEscapes } from "./css-escapes.ts";
import { attributesOf } from "./read-tag.ts";
import { Sheet } from "./read-sheet.ts";
import { hidingOf, mayHide, readStyle, setsAnew, type Hiding, type Style } from "./read-style.ts";
import { visibleText } from "./visible-text.ts";
import { Tags } from "./walk-tags.ts";

interface Region {
  start: number;
  name: string;
  hiding: Hiding;
  /** Itself, and what is open within it and bears on where it ends. */
  open: string[];
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** A second one ends the first. */
const ENDS_ITSELF = /^(?:li|t[dhr]|d[dt]|option)$/;
/** Their ends end what is open within them, and a paragraph ends where they begin. */
const HOLDS =
  /^(?:t(?:able|body|[dhr])|div|center|[uod]l|li|blockquote|section|article|header|footer|main|form|pre|h[1-6])$/;
const LETTER = /[\p{L}\p{N}]/u;

/** A page in two: what its tags and sheets hide, and the rest. Undefined where nothing is hidden. */
export function cutHidden(
  html: string,
  sheets: readonly string[] = [],
): { shown: string; hidden: string } | undefined {
  if (!mayHide(html)) return undefined;
  const shown: string[] = [];
  const hidden: string[] = [];
  let from = 0;
  for (const { start, end } of new HiddenFinder(html, sheets).find()) {
    shown.push(html.slice(from, start));
    hidden.push(html.slice(start, end));
    from = end;
  }
  if (hidden.length === 0) return undefined;
  return { shown: shown.join("") + html.slice(from), hidden: hidden.join("\n") };
}

/**
 * One pass over the tags. What is never closed is hidden to the end where anything stands before it, as
 * browsers have it; a page that would show nothing is not taken for hidden. Of sheets only simple rules are
 * read: whoever uses this may not rest on it that people see the rest and nothing else.
 */
class HiddenFinder {
  private readonly html: string;
  private readonly isPainted: boolean;
  private readonly sheet: Sheet;
  private region: Region | undefined;
  private readonly found: { start: number; end: number }[] = [];

  constructor(html: string, sheets: readonly string[]) {
    this.html = html;
    this.sheet = new Sheet(sheets);
    this.isPainted = /background|bgcolor|<style/i.test(html);
  }

  find(): readonly { start: number; end: number }[] {
    const tags = new Tags(this.html);
    while (tags.advance()) if (tags.name !== "" && !VOID.test(tags.name)) this.meet(tags);
    const before = this.html.slice(0, this.region?.start ?? 0);
    if (LETTER.test(visibleText(before).text)) this.end(this.html.length);
    return this.found;
  }

  private meet({ name, inner, start, close }: Tags): void {
    const { region } = this;
    if (region !== undefined) {
      if (!this.goesOn(region, name, inner)) this.end(start);
      else if (name === region.name || HOLDS.test(name)) region.open.push(name);
    }
    if (this.region !== undefined || name.startsWith("/")) return;
    const mayBe = this.sheet.hides || mayHide(inner);
    const judged = mayBe ? this.hidingOf(name, attributesOf(inner, decodeEntities)) : undefined;
    const hiding = name === "template" ? "wholly" : judged;
    if (hiding !== undefined) this.region = { start: close + 1, name, hiding, open: [name] };
  }

  /** Whether a tag leaves what it stands in hidden; an end closes what is open within as well. */
  private goesOn({ name: own, hiding, open }: Region, name: string, inner: string): boolean {
    const isAlone = open.length === 1;
    if (!name.startsWith("/")) {
      const isNext = name === own ? ENDS_ITSELF.test(name) : own === "p" && HOLDS.test(name);
      const isParagraph = own === "p" && name === own;
      return !(isAlone && (isNext || isParagraph)) && !this.setsAnew(hiding, name, inner);
    }
    const ended = name.slice(1);
    if (ended !== own && !HOLDS.test(ended)) return true;
    open.length = Math.max(0, open.lastIndexOf(ended));
    return open.length > 0;
  }

  /** What a sheet hides and shows again on some screen is not hidden; what the tag itself hides is. */
  private hidingOf(name: string, attributes: ReadonlyMap<string, string>): Hiding | undefined {
    const { sheet, isPainted } = this;
    const written = undoEscapes(attributes.get("style") ?? "");
    const judge = (known?: Style) => hidingOf(readStyle(written, known), attributes, isPainted);
    if (sheet.isEmpty()) return judge();
    const hiding = judge(sheet.styleOf(name, attributes, "always"));
    if (hiding === undefined || !sheet.hides) return hiding;
    return judge() ?? judge(sheet.styleOf(name, attributes, "sometimes"));
  }

  private setsAnew(hiding: Hiding, name: string, inner: string): boolean {
    if (setsAnew(hiding, inner)) return true;
    if (hiding === "wholly") return false;
    const style = this.sheet.styleOf(name, attributesOf(inner, decodeEntities), "sometimes");
    return style.has(hiding) || (hiding === "font-size" && style.has("font"));
  }

  private end(at: number): void {
    const { region } = this;
    if (region !== undefined && at > region.start)
      this.found.push({ start: region.start, end: at });
    this.region = undefined;
  }
}
