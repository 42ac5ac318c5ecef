import { undoEscapes } from "./css-escapes.ts";

/** No more are ever asked about. */
const MAX_FETCHED = 250;
const FETCHES = /^(?:src|poster|background|data)$|href$/;
const LEADS = /^(?:a|area|base)$/;
/** In styles, and in the `content` of a page that goes elsewhere by itself. */
const NAMED = /url(?:\(|\s*=)\s*["']?([^"')]+)|["';]\s*((?:https?:|[\\/]{2})[^"']+)/gi;

/** Opened by another program than a browser: a mailbox, a share, a document. */
const FOR_OTHERS = /^\s*(?!https?:|ftp:|javascript:|data:)[a-z][\w+.-]*:.*?(?:[\\/]{2}|@)(.+)/is;

/** Where such a link leads is asked about, though it is no address of the web. */
export function noteForOthers(fetched: Set<string>, written: string): void {
  const leads = FOR_OTHERS.exec(written)?.[1];
  if (leads !== undefined) note(fetched, `//${leads}`);
}

/** What a mail program asks others for to show a tag: nobody follows it, so it is no link. */
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
