import { TagEnds } from "./read-tag.ts";

const NAME = /\/?[a-z][^\s/>]*/iy;
const COMMENT = "<!--";
/** The dashes that open a comment close it as well, but not with a "!" behind them. */
const COMMENT_END = /--(?:>|(?<!<!--)!>)/g;
/** What browsers read no tags in, up to an end of the same name; and where no link leads elsewhere. */
const ENDS: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "iframe", "noembed", "noframes", "title", "textarea", "xmp", "head"].map(
    (name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")],
  ),
);
/** Of them, those whose content is shown. */
const SHOWN = /^(?:title|textarea|xmp)$/;

/** The tags and comments of a page in turn, told from each other as browsers do. */
export class Tags {
  /** Of the tag that was come to: small letters, with the slash of an end. Empty for none of a name. */
  name = "";
  /** What stands between its name and its end. */
  inner = "";
  start = 0;
  close = 0;
  /** Where it and what it keeps to itself end. */
  end = 0;
  isComment = false;
  /** Of what a head holds only the base and what is fetched counts. */
  headUntil = 0;
  /** What is never closed any more: each would be looked for to the end again. */
  private readonly endless = new Set<string>();
  private readonly html: string;
  private readonly ends: TagEnds;

  constructor(html: string) {
    this.html = html;
    this.ends = new TagEnds(html);
  }

  /** Goes on to the next; false where there is none. */
  advance(): boolean {
    let tag = this.html.indexOf("<", this.end);
    while (tag !== -1 && !this.read(tag)) tag = this.html.indexOf("<", tag + 1);
    return tag !== -1;
  }

  /** What a tag keeps to itself: that of a style, or text in which nothing is a tag. */
  content(): string {
    return this.html.slice(this.close + 1, this.end);
  }

  isTextShown(): boolean {
    return SHOWN.test(this.name);
  }

  private read(tag: number): boolean {
    const { html } = this;
    NAME.lastIndex = tag + 1;
    const name = NAME.test(html) ? html.slice(tag + 1, NAME.lastIndex) : "";
    if (name === "" && !/[!?/]/.test(html.charAt(tag + 1))) return false;
    this.isComment = name === "" && html.startsWith(COMMENT, tag);
    const from = tag + 1 + name.length;
    this.start = tag;
    this.name = name.toLowerCase();
    this.inner = "";
    if (this.isComment) return this.readComment(tag);
    this.close = name === "" ? html.indexOf(">", from) : this.ends.find(from);
    // An unclosed one ends the text.
    this.end = this.close === -1 ? html.length : this.close + 1;
    if (this.close === -1) this.name = "";
    else this.inner = html.slice(from, this.close);
    if (this.name !== "head") this.end = this.endOf(this.name);
    else if (tag >= this.headUntil) this.headUntil = this.endOf("head");
    return true;
  }

  /** One without an end hides the rest of a message, but not what stands behind its head. */
  private readComment(start: number): true {
    COMMENT_END.lastIndex = start + 2;
    const end = this.endless.has(COMMENT) ? null : COMMENT_END.exec(this.html);
    this.close = end?.index ?? -1;
    if (end === null) this.endless.add(COMMENT);
    const unclosed = start < this.headUntil ? this.headUntil : this.html.length;
    this.end = end === null ? unclosed : COMMENT_END.lastIndex;
    return true;
  }

  /** Where what the tag keeps to itself ends; where the tag does if that is never closed. */
  private endOf(name: string): number {
    const finish = ENDS.get(name);
    if (finish === undefined || this.endless.has(name)) return this.end;
    finish.lastIndex = this.end;
    const found = finish.exec(this.html);
    if (found === null) this.endless.add(name);
    return found?.index ?? this.end;
  }
}
