import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { addressOf, TagEnds } from "./read-tag.ts";

export interface Anchor {
  href: string;
  text: string;
}

export interface Visible {
  text: string;
  anchors: Anchor[];
  passwordField: boolean;
}

const HTML = /<(?:html|body|head|div|p|br|table|tr|td|a|font|span|img|b|center|!doctype)[\s>/]/i;
const PASSWORD = /\btype\s*=\s*["']?password/i;
const BREAKS = /^\/?(?:p|br|div|tr|table|li|h[1-6]|title|td|center|blockquote)$/;
const SILENT = new Set(["script", "style", "head"]);
const MAX_WORDS = 4096;
const MAX_ANCHORS = 200;

export function isHtml(body: string): boolean {
  return HTML.test(body);
}

/** The text a mail program would show, in one pass; every link target stands before its words. */
export function visibleText(html: string): Visible {
  return new Reader(html).read();
}

class Reader {
  private readonly html: string;
  private readonly out: string[] = [];
  private readonly anchors: Anchor[] = [];
  private passwordField = false;
  private open: { href: string; from: number } | undefined;
  private lower: string | undefined;
  /** Silent tags that are never closed any more: each would be looked for to the end again. */
  private readonly endless = new Set<string>();
  private readonly ends: TagEnds;

  constructor(html: string) {
    this.html = html;
    this.ends = new TagEnds(html);
  }

  read(): Visible {
    const { html } = this;
    let at = 0;
    while (at < html.length) {
      const tag = html.indexOf("<", at);
      if (tag === -1) break;
      this.out.push(html.slice(at, tag));
      const next = html.charCodeAt(tag + 1) | 32;
      const named = (next >= 97 && next <= 122) || next === 47 || next === 33 || next === 63;
      if (!named) {
        this.out.push("<");
        at = tag + 1;
        continue;
      }
      at = this.skipTag(tag);
    }
    if (at < html.length) this.out.push(html.slice(at));
    const text = decodeEntities(this.out.join(""));
    return { text, anchors: this.anchors, passwordField: this.passwordField };
  }

  /** Where reading goes on after the tag that begins at `start`; an unclosed one ends the text. */
  private skipTag(start: number): number {
    const { html } = this;
    const comment = html.startsWith("<!--", start);
    const close = comment ? html.indexOf("-->", start + 1) : this.ends.find(start);
    if (close === -1) return html.length;
    const end = close + (comment ? 3 : 1);
    if (comment) return end;
    const inner = html.slice(start + 1, close);
    const name = /^\/?[a-z0-9]*/i.exec(inner)?.[0].toLowerCase() ?? "";
    if (BREAKS.test(name)) this.out.push("\n");
    if (name === "a" || name === "/a") this.closeAnchor();
    this.noteAddress(name, addressOf(name, inner, decodeEntities));
    if (name === "input" && PASSWORD.test(inner)) this.passwordField = true;
    return SILENT.has(name) && !inner.endsWith("/") ? this.skipSilent(name, end) : end;
  }

  /** Where a silent tag that was opened before `from` is closed; `from` where it never is. */
  private skipSilent(name: string, from: number): number {
    if (this.endless.has(name)) return from;
    this.lower ??= this.html.toLowerCase();
    const finish = this.lower.indexOf(`</${name}`, from);
    if (finish !== -1) return finish;
    this.endless.add(name);
    return from;
  }

  private noteAddress(name: string, href: string | undefined): void {
    if (href === undefined) return;
    this.out.push(" ", href, " ");
    if (name === "a") this.open = { href, from: this.out.length };
  }

  private closeAnchor(): void {
    if (this.open === undefined || this.anchors.length >= MAX_ANCHORS) return;
    const text = this.out.slice(this.open.from).join("").trim().slice(0, MAX_WORDS);
    this.anchors.push({ href: this.open.href, text });
    this.open = undefined;
  }
}
