import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { attributesOf, TagEnds } from "./read-tag.ts";
import { hidingOf, mayHide, setsAnew, type Hiding } from "./read-style.ts";

interface Region {
  start: number;
  name: string;
  hiding: Hiding;
  /** Elements of its name within it that are open, itself among them. */
  depth: number;
}

const NAME = /\/?[a-z][a-z0-9]*/iy;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
/** A second one ends the first. */
const ENDS_ITSELF = /^(?:p|li|t[dhr]|d[dt]|option)$/;

/** A page in two: what its own tags hide, and the rest. Undefined where nothing is hidden. */
export function cutHidden(html: string): { shown: string; hidden: string } | undefined {
  if (!mayHide(html)) return undefined;
  const shown: string[] = [];
  const hidden: string[] = [];
  let from = 0;
  for (const { start, end } of new HiddenFinder(html).find()) {
    shown.push(html.slice(from, start));
    hidden.push(html.slice(start, end));
    from = end;
  }
  if (hidden.length === 0) return undefined;
  return { shown: shown.join("") + html.slice(from), hidden: hidden.join("\n") };
}

/**
 * One pass over the tags. What is never closed is not taken for hidden. No sheet of styles is read:
 * whoever uses this may not rest on it that people see the rest and nothing else.
 */
class HiddenFinder {
  private readonly html: string;
  private readonly ends: TagEnds;
  private readonly isPainted: boolean;
  private region: Region | undefined;
  private readonly found: { start: number; end: number }[] = [];

  constructor(html: string) {
    this.html = html;
    this.ends = new TagEnds(html);
    this.isPainted = /background|bgcolor|<style/i.test(html);
  }

  find(): readonly { start: number; end: number }[] {
    const { html } = this;
    for (let tag = html.indexOf("<"); tag !== -1;) {
      if (html.startsWith("<!--", tag)) {
        const end = html.indexOf("-->", tag);
        if (end === -1) break;
        tag = html.indexOf("<", end);
        continue;
      }
      NAME.lastIndex = tag + 1;
      const name = NAME.exec(html)?.[0].toLowerCase();
      const close = name === undefined ? tag : this.ends.find(tag);
      if (close === -1) break;
      if (name !== undefined && !VOID.test(name)) this.meet(name, tag, close);
      tag = html.indexOf("<", close + 1);
    }
    return this.found;
  }

  private meet(name: string, start: number, close: number): void {
    const { region } = this;
    const inner = this.html.slice(start + 1 + name.length, close);
    if (region !== undefined) {
      if (name === `/${region.name}` && (region.depth -= 1) === 0) return this.end(start);
      if (name.startsWith("/")) return undefined;
      const ends =
        name === region.name && ENDS_ITSELF.test(name) ? true : setsAnew(region.hiding, inner);
      if (!ends) {
        if (name === region.name && !inner.endsWith("/")) region.depth += 1;
        return undefined;
      }
      this.end(start);
    }
    if (name.startsWith("/") || inner.endsWith("/") || !mayHide(inner)) return undefined;
    const hiding = hidingOf(attributesOf(inner, decodeEntities), this.isPainted);
    if (hiding !== undefined) this.region = { start: close + 1, name, hiding, depth: 1 };
  }

  private end(at: number): void {
    const { region } = this;
    if (region !== undefined && at > region.start)
      this.found.push({ start: region.start, end: at });
    this.region = undefined;
  }
}
