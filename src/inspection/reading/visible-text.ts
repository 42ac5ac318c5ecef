import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { Addresses, type Anchor } from "./addresses.ts";
import { Fetched } from "./find-fetched.ts";
import { addressIn, attributesOf } from "./read-tag.ts";
import { readBase } from "./resolve-address.ts";
import { Tags } from "./walk-tags.ts";

export interface Visible {
  text: string;
  anchors: Anchor[];
  passwordField: boolean;
  /** What is asked for to show it. */
  fetched: string[];
  sheets: string[];
}

const HTML =
  /<(?:html|body|head|div|p|br|table|tr|td|a|font|span|img|b|center|!doctype|i?frame|svg|style|form|meta|h[1-6]|[ou]l|section|strong|video|object|embed|input|button|picture)[\s>/]/i;
const PASSWORD = /\btype\s*=\s*["']?password/i;
const BREAKS = /^\/?(?:p|br|div|tr|table|li|h[1-6]|title|td|center|blockquote)$/;
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
  private readonly sheets: string[] = [];
  private passwordField = false;
  private open: { place: number; from: number } | undefined;
  private readonly tags: Tags;
  private readonly fetched: Fetched;
  /** Whether one mail program alone shows it: where it leads then counts as what is fetched. */
  private readonly isAside: boolean;

  constructor(html: string, showsToo?: Fetched) {
    this.html = html;
    this.isAside = showsToo !== undefined;
    this.fetched = showsToo ?? new Fetched();
    this.tags = new Tags(html);
  }

  read(): Visible {
    const { html, tags } = this;
    let at = 0;
    let headUntil = 0;
    while (tags.advance()) {
      if (at >= headUntil) this.out.push(html.slice(at, tags.start));
      this.meet(tags.start < headUntil);
      at = tags.end;
      headUntil = tags.headUntil;
    }
    if (at < html.length) this.out.push(html.slice(at));
    const written = this.addresses.base;
    const base = written === undefined ? undefined : readBase(written);
    const anchors = this.addresses.settle(base);
    const text = decodeEntities(this.out.join(""));
    const { passwordField, sheets } = this;
    return { text, anchors, passwordField, fetched: this.fetched.settle(base), sheets };
  }

  private meet(inHead: boolean): void {
    const { html, tags } = this;
    const { name, inner, start, close } = tags;
    if (tags.isComment) {
      if (close !== -1 && !this.isAside && html.startsWith(OUTLOOK, start))
        new Reader(html.slice(start + OUTLOOK.length, close), this.fetched).read();
      return;
    }
    if (name === "base" || !inHead) this.noteTag(name, inner);
    if (inner !== "") this.fetched.noteTag(name, inner);
    if (name === "style") this.noteSheet(inner, tags.content());
    else if (!inHead && tags.isTextShown()) this.out.push(tags.content());
  }

  private noteSheet(inner: string, css: string): void {
    this.fetched.noteStyle(css);
    const media = attributesOf(inner, decodeEntities).get("media");
    this.sheets.push(media === undefined ? css : `@media ${media}{${css}`);
  }

  private noteTag(name: string, inner: string): void {
    if (BREAKS.test(name)) this.out.push("\n");
    if (name === "a" || name === "/a") this.closeAnchor();
    const written = addressIn(name, inner, decodeEntities);
    if (name === "base") this.addresses.base ??= written;
    else if (written !== undefined) this.noteAddress(name, written);
    if (name === "input" && PASSWORD.test(inner)) this.passwordField = true;
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
