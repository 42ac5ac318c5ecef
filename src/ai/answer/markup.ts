import { decodeEntities } from "../text/decode-entities.ts";

/**
 * Characters that turn the direction of text, Unicode's tags (which can spell a text unseen), controls
 * that steer a terminal, and halves of characters.
 */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|(?![\n\r\t])\p{Cc}|\p{Cs}/gu;
/** An entity, which a page with Markdown shows as its character. */
const SPELT = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{3,14});/gi;
/** Entities that a page shows and does not read as Markdown. */
const SHOWN = /^&(?:lt|gt|amp|quot|nbsp);$/i;
const IMAGE = /!\[[^\]]*(\]\([^)]*\))?/g;
const TAG = /<\/?[a-z!][^>]*>/gi;
/** Tags of HTML only, so that `<host>` in a manual is kept. */
const ELEMENT =
  /<(?:!|\/?(?:a|audio|b|base|body|br|button|code|div|em|embed|font|form|h[1-6]|head|html|i|iframe|img|input|li|link|meta|object|ol|p|pre|script|span|strong|style|svg|table|td|th|tr|u|ul|video)(?=[\s/>]))[^>]*>/gi;
const STILL_SPELT = /&(?=#[\dx])/gi;
const BEGUN_IMAGE = /!\[[^\]]*/g;
const BEGUN_TAG = /<\/?[a-z!]/i;

/**
 * The text without its images and tags. None can end after the last ")" or ">", so the text after that
 * is not searched: many that never end would cost quadratic time.
 */
export function withoutMarkup(text: string, tag = TAG): string {
  const plain = before(spell(text).replace(HIDDEN, ""), ")", (part) =>
    part.replace(IMAGE, (all, end: string | undefined) => (end === undefined ? all : "")),
  );
  return before(plain, ">", (part) => part.replace(tag, ""));
}

/** As `withoutMarkup`, for text that people wrote, who also use "<" for other things. */
export function withoutHtml(text: string): string {
  return withoutMarkup(text, ELEMENT);
}

/** Decodes entities once. What looks like an entity afterwards is broken up by a blank. */
function spell(text: string): string {
  if (!text.includes("&")) return text;
  return text
    .replace(SPELT, (spelt) => (SHOWN.test(spelt) ? spelt : decodeEntities(spelt)))
    .replace(STILL_SPELT, "& ");
}

function before(text: string, end: string, change: (part: string) => string): string {
  const from = text.lastIndexOf(end) + 1;
  return change(text.slice(0, from)) + text.slice(from);
}

/**
 * Where the first image or tag begins that does not end in this text, or the end of the text if there
 * is none.
 */
export function openAt(text: string): number {
  const from = text.lastIndexOf(">") + 1;
  const tag = text.slice(from).search(BEGUN_TAG);
  const first = tag === -1 ? text.length : from + tag;
  const lastEnd = text.lastIndexOf(")");
  for (const { 0: begun, index } of text.matchAll(BEGUN_IMAGE)) {
    if (index >= first) break;
    const end = index + begun.length;
    if (end === text.length || (text[end + 1] === "(" && lastEnd < end)) return index;
  }
  return first;
}

/** Tells whether an image or a tag is open at places of a growing text. */
export class OpenMarkup {
  private text = "";
  /** What must appear before anything can be closed. */
  private awaited: RegExp | undefined;

  /** Whether one is open at the end of this part, which ends with a blank. */
  isOpenAfter(part: string): boolean {
    this.text += part;
    if (this.awaited?.test(part) === false) return true;
    this.text = this.text.slice(openAt(this.text));
    if (this.text === "") this.awaited = undefined;
    else this.awaited = this.text.startsWith("<") ? />/ : /[\])]/;
    return this.text !== "";
  }
}
