import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { Addresses, type Anchor } from "./addresses.ts";
import { Fetched } from "./find-fetched.ts";
import { addressIn, TagEnds } from "./read-tag.ts";
import { readBase } from "./resolve-address.ts";

export interface Visible {
  text: string;
  anchors: Anchor[];
  passwordField: boolean;
  /** What is asked for to show it. */
  fetched: string[];
}

const HTML = /<(?:html|body|head|div|p|br|table|tr|td|a|font|span|img|b|center|!doctype)[\s>/]/i;
const PASSWORD = /\btype\s*=\s*["']?password/i;
const BREAKS = /^\/?(?:p|br|div|tr|table|li|h[1-6]|title|td|center|blockquote)$/;
const SILENT = new Set(["script", "style", "head"]);
const COMMENT = "!--";
/** Begins a comment that Outlook reads. */
const OUTLOOK = "<!--[if";
const MAX_WORDS = 4096;

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
  private readonly addresses = new Addresses(this.out);
  private passwordField = false;
  private open: { place: number; from: number } | undefined;
  /** Where the head ends: of all that stands in it only the base of the links counts. */
  private headUntil = 0;
  private lower: string | undefined;
  /** What is never closed any more: each would be looked for to the end again. */
  private readonly endless = new Set<string>();
  private readonly ends: TagEnds;
  private readonly fetched: Fetched;
  /** Whether one mail program alone shows it: where it leads then counts as what is fetched. */
  private readonly isAside: boolean;

  constructor(html: string, showsToo?: Fetched) {
    this.html = html;
    this.isAside = showsToo !== undefined;
    this.fetched = showsToo ?? new Fetched();
    this.ends = new TagEnds(html);
  }

  read(): Visible {
    const { html } = this;
    let at = 0;
    while (at < html.length) {
      const tag = html.indexOf("<", at);
      if (tag === -1) break;
      if (at >= this.headUntil) this.out.push(html.slice(at, tag));
      const next = html.charCodeAt(tag + 1) | 32;
      const named = (next >= 97 && next <= 122) || next === 47 || next === 33 || next === 63;
      if (!named) {
        if (at >= this.headUntil) this.out.push("<");
        at = tag + 1;
        continue;
      }
      at = this.skipTag(tag);
    }
    if (at < html.length) this.out.push(html.slice(at));
    const written = this.addresses.base;
    const base = written === undefined ? undefined : readBase(written);
    const anchors = this.addresses.settle(base);
    const text = decodeEntities(this.out.join(""));
    return { text, anchors, passwordField: this.passwordField, fetched: this.fetched.settle(base) };
  }

  /** Where reading goes on after the tag that begins at `start`; an unclosed one ends the text. */
  private skipTag(start: number): number {
    const { html } = this;
    if (html.startsWith("<!--", start)) return this.skipComment(start);
    const close = this.ends.find(start);
    if (close === -1) return html.length;
    const end = close + 1;
    const inner = html.slice(start + 1, close);
    const name = /^\/?[a-z0-9]*/i.exec(inner)?.[0].toLowerCase() ?? "";
    const inHead = start < this.headUntil;
    if (name === "base" || !inHead) this.noteTag(name, inner);
    this.fetched.noteTag(name, inner);
    if (!SILENT.has(name) || inner.endsWith("/")) return end;
    if (name !== "head") return this.skipSilent(name, end);
    if (!inHead) this.headUntil = this.skipSilent(name, end);
    return end;
  }

  private noteTag(name: string, inner: string): void {
    if (BREAKS.test(name)) this.out.push("\n");
    if (name === "a" || name === "/a") this.closeAnchor();
    const written = addressIn(name, inner, decodeEntities);
    if (name === "base") this.addresses.base ??= written;
    else if (written !== undefined) this.noteAddress(name, written);
    if (name === "input" && PASSWORD.test(inner)) this.passwordField = true;
  }

  /** One without an end hides the rest of a message, but not what stands behind its head. */
  private skipComment(start: number): number {
    const close = this.endless.has(COMMENT) ? -1 : this.html.indexOf("-->", start + 1);
    if (close !== -1) {
      if (this.html.startsWith(OUTLOOK, start)) this.readAside(start + OUTLOOK.length, close);
      return close + 3;
    }
    this.endless.add(COMMENT);
    return start < this.headUntil ? this.headUntil : this.html.length;
  }

  private readAside(from: number, to: number): void {
    if (!this.isAside) new Reader(this.html.slice(from, to), this.fetched).read();
  }

  /** Where a silent tag that was opened before `from` is closed; `from` where it never is. */
  private skipSilent(name: string, from: number): number {
    if (this.endless.has(name)) return from;
    this.lower ??= this.html.toLowerCase();
    const finish = this.lower.indexOf(`</${name}`, from);
    if (name === "style") this.fetched.noteStyle(this.html.slice(from, finish));
    if (finish !== -1) return finish;
    this.endless.add(name);
    return from;
  }

  private noteAddress(name: string, written: string): void {
    if (this.isAside) this.fetched.note(written);
    const place = this.addresses.note(written);
    if (name === "a") this.open = { place, from: this.out.length };
  }

  private closeAnchor(): void {
    if (this.open === undefined) return;
    const { place, from } = this.open;
    const text = this.out.slice(from).join("").trim().slice(0, MAX_WORDS);
    this.addresses.noteWords(place, text);
    this.open = undefined;
  }
}
