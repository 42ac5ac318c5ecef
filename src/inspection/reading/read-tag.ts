import { escapeByte } from "../../intel/indicators/percent.ts";

const LEADS_SOMEWHERE: Readonly<Record<string, string>> = {
  a: "href",
  area: "href",
  base: "href",
  form: "action",
  button: "formaction",
  input: "formaction",
};
/**
 * What browsers take out of an address: tabs and line ends anywhere, control characters and spaces at
 * its start.
 */
// oxlint-disable-next-line no-control-regex
const TAKEN_OUT = /[\t\n\r]|^[\u0000-\u0020]+/g;
const WEB = /^(https?|ftp):[/\\]*|^[/\\]{2,}/i;
const AUTHORITY_END = /[/?#]/;
/** Characters that end an address in running text, but are part of it in an attribute. */
const ENDS_IN_TEXT = /[\s<>"'`{}|\\^]/g;

/** Returns where a tag leads, as it is written there; undefined if it leads nowhere. */
export function addressIn(
  name: string,
  attributes: ReadonlyMap<string, string>,
): string | undefined {
  const wanted = LEADS_SOMEWHERE[name];
  if (wanted === undefined) return undefined;
  return attributes.get(wanted) ?? attributes.get(`xlink:${wanted}`);
}

/**
 * Writes a web address as running text may hold it; undefined for any other. Slashes may be missing or
 * lean the other way, and the scheme may be missing before two slashes.
 */
export function webAddress(written: string): string | undefined {
  const text = written.replace(TAKEN_OUT, "").trim();
  const begins = WEB.exec(text);
  if (begins === null) return undefined;
  const rest = text.slice(begins[0].length).replaceAll("\\", "/");
  const end = rest.search(AUTHORITY_END);
  const hasHost = end !== 0 && rest !== "";
  return hasHost ? `${begins[1] ?? "http"}://${rest.replace(ENDS_IN_TEXT, escapeByte)}` : undefined;
}
