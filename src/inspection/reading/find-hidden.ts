import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { undoEscapes } from "./css-escapes.ts";
import { attributesOf } from "./read-tag.ts";
import { Sheet } from "./read-sheet.ts";
import { hidingOf, mayHide, readStyle, setsAnew, type Hiding, type Style } from "./read-style.ts";
import { Tags } from "./walk-tags.ts";

interface Region {
  start: number;
  name: string;
  hiding: Hiding;
  /** Elements of its name within it that are open, itself among them. */
  depth: number;
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** A second one ends the first. */
const ENDS_ITSELF = /^(?:p|li|t[dhr]|d[dt]|option)$/;

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
 * One pass over the tags. What is never closed is not taken for hidden. Of sheets only simple rules are
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
    return this.found;
  }

  private meet({ name, inner, start, close }: Tags): void {
    const { region } = this;
    if (region !== undefined) {
      if (name === `/${region.name}` && (region.depth -= 1) === 0) return this.end(start);
      if (name.startsWith("/")) return undefined;
      const ends =
        (name === region.name && ENDS_ITSELF.test(name)) ||
        this.setsAnew(region.hiding, name, inner);
      if (!ends) {
        if (name === region.name && !inner.endsWith("/")) region.depth += 1;
        return undefined;
      }
      this.end(start);
    }
    if (name.startsWith("/") || inner.endsWith("/")) return undefined;
    const hiding =
      this.sheet.hides || mayHide(inner)
        ? this.hidingOf(name, attributesOf(inner, decodeEntities))
        : undefined;
    if (hiding !== undefined) this.region = { start: close + 1, name, hiding, depth: 1 };
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
