import type { Reading } from "../../reading/read-message.ts";

/** How many characters the statistical layer reads; the rest of a long message tells little more. */
const MAX_TEXT = 10_000;
export const MAX_SUBJECT = 300;
const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/g;

/**
 * Replaces links and mail addresses by a word of their own, so that no model learns one host by heart.
 */
export function withoutLinks(
  { text, links }: Pick<Reading, "text" | "links">,
  link = " zlinkz ",
  address = " zmailz ",
): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of links) {
    if (start > MAX_TEXT) break;
    parts.push(text.slice(from, start), link);
    from = end;
  }
  parts.push(text.slice(from, Math.max(from, MAX_TEXT)));
  return parts.join("").slice(0, MAX_TEXT).replace(MAIL_ADDRESS, address);
}
