import { undoEscapes } from "../../ai/text/css-escapes.ts";

/** How many fetched addresses are noted: as many as are asked about at most. */
const MAX_FETCHED = 250;
const FETCHES = /^(?:src|poster|background|data)$|href$/;
const LEADS = /^(?:a|area|base)$/;
/** An address in a style, or in the `content` of a page that goes elsewhere by itself. */
const NAMED = /url(?:\(|\s*=)\s*["']?([^"')]+)|["';]\s*((?:https?:|[\\/]{2})[^"']+)/gi;

/** A link that another program than a browser opens: a mailbox, a share, a document. */
const FOR_OTHERS = /^\s*(?!https?:|ftp:|javascript:|data:)[a-z][\w+.-]*:.*?(?:[\\/]{2}|@)(.+)/is;

/** Notes where a link for another program leads. It is asked about, though it is no web address. */
export function noteForOthers(fetched: Set<string>, written: string): void {
  const leads = FOR_OTHERS.exec(written)?.[1];
  if (leads !== undefined) note(fetched, `//${leads}`);
}

/** Notes what a mail program fetches to show a tag. Nobody follows it, so it is no link. */
export function noteFetched(
  fetched: Set<string>,
  name: string,
  attributes: ReadonlyMap<string, string>,
): void {
  for (const [attribute, value] of attributes) {
    if (attribute.endsWith("srcset")) for (const one of value.split(/,?\s+/)) note(fetched, one);
    else if (attribute === "style" || attribute === "content") noteStyle(fetched, value);
    else if (FETCHES.test(attribute) && !(LEADS.test(name) && attribute.endsWith("href")))
      note(fetched, value);
  }
}

export function noteStyle(fetched: Set<string>, style: string): void {
  for (const [, named, quoted = ""] of undoEscapes(style).matchAll(NAMED))
    note(fetched, named ?? quoted);
}

export function note(fetched: Set<string>, written: string): void {
  if (fetched.size < MAX_FETCHED) fetched.add(written);
}
