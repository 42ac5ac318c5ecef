import { decodeEntities } from "../../ai/text/decode-entities.ts";
import { collectAddresses, type Anchor } from "./addresses.ts";
import { note, noteFetched, noteForOthers, noteStyle } from "./find-fetched.ts";
import { attributesOf } from "../../ai/text/read-attributes.ts";
import { addressIn } from "./read-tag.ts";
import { addressUnder, readBase } from "./resolve-address.ts";
import { tagsOf } from "./walk-tags.ts";

export interface Visible {
  text: string;
  anchors: Anchor[];
  passwordField: boolean;
  /** The addresses that are fetched to show the message. */
  fetched: string[];
  sheets: string[];
}

const HTML =
  /<(?:html|body|head|div|p|br|table|tr|td|a|font|span|img|b|center|!doctype|iframe|svg|style|form|h[1-6]|[ou]l)[\s>/]/i;
const PASSWORD = /\btype\s*=\s*["']?password/i;
const BREAKS = /^\/?(?:p|br|div|tr|table|li|h[1-6]|title|td|center|blockquote)$/;
/** Tags that hold text in which nothing is a tag. */
const HOLDS_TEXT = /^(?:title|textarea|xmp)$/;
/** The start of a comment that Outlook reads. */
const OUTLOOK = "!--[if";
/** A cheap check, before a tag is taken apart. */
const MAY_LEAD = /src|href|action|background|poster|data|content|media|url|\\|&[#bl]/i;

export function isHtml(body: string): boolean {
  return HTML.test(body);
}

/**
 * Returns the text that a mail program would show, with every link target before its words, in one
 * pass. `aside` is given for a part that only Outlook shows: what that part fetches and leads to is
 * noted there.
 */
export function visibleText(html: string, aside?: Set<string>): Visible {
  const none: ReadonlyMap<string, string> = new Map();
  const out: string[] = [];
  const sheets: string[] = [];
  const { note: noteLink, close: closeLink, settle } = collectAddresses(out);
  let first: string | undefined;
  const fetched = aside ?? new Set<string>();
  let passwordField = false;
  let at = 0;
  for (const { name, inner, start, close, end, isInHead } of tagsOf(html)) {
    const isShown = !isInHead;
    if (isShown) out.push(html.slice(at, start));
    at = end;
    if (aside === undefined && inner.startsWith(OUTLOOK)) visibleText(inner.slice(1), fetched);
    if (name === "") continue;
    if (isShown && BREAKS.test(name)) out.push("\n");
    if (isShown && (name === "a" || name === "/a")) closeLink();
    const attributes = MAY_LEAD.test(inner) ? attributesOf(inner, decodeEntities) : none;
    const written = addressIn(name, attributes);
    if (name === "base") first ??= written;
    else if (written !== undefined && isShown) {
      noteLink(written, name === "a");
      noteForOthers(fetched, written);
      if (aside) note(aside, written);
    }
    noteFetched(fetched, name, attributes);
    passwordField ||= isShown && name === "input" && PASSWORD.test(inner);
    if (end === close + 1) continue;
    const content = html.slice(close + 1, end);
    if (isShown && HOLDS_TEXT.test(name)) out.push(content);
    if (name !== "style") continue;
    noteStyle(fetched, content);
    const media = attributes.get("media");
    sheets.push(media === undefined ? content : `@media ${media}{${content}`);
  }
  if (at < html.length) out.push(html.slice(at));
  const base = first === undefined ? undefined : readBase(first);
  const anchors = settle(base);
  const text = decodeEntities(out.join(""));
  const lying = [...fetched].flatMap((written) => addressUnder(written, base) ?? []);
  return { text, anchors, passwordField, fetched: lying, sheets };
}
