import { registrableGuess } from "../../reading/top-level.ts";
import type { Reading } from "../../reading/read-message.ts";

const MAX_MARKUP = 12_000;
const MAX_LINKS = 40;
const MARKUP =
  /<(\/?[a-z][a-z0-9]{0,10})|\b(color|bgcolor|size|face|align|width|border|style)\s?=\s?["']?([\w#%+-]{1,12})/gi;
const FOOTER =
  /mailing list|listinfo|@lists?\.|mailman|majordomo|e?groups\.com|yahoo! ?groups|sourceforge|original message|wrote:$/gi;

const MAX_WORDS = 20;

/** Returns the words of a sender's address, and its registered name. */
export function addressOf(sender: string): Set<string> {
  const low = sender.toLowerCase();
  const names = wordsOf(low.slice(low.lastIndexOf("<") + 1));
  const host = hostOf(low);
  return host === undefined ? names : names.add(`from:${registrableGuess(host)}`);
}

function wordsOf(text: string): Set<string> {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return new Set(words.slice(0, MAX_WORDS).map((word) => `sender:${word.replace(/\d/g, "#")}`));
}

const hostOf = (sender: string) => /@([\w.-]+)/.exec(sender)?.[1];

/**
 * Returns names that tell who sends a mail and how it is built: the sender's name, hosts, markup. They
 * are a group of their own, so that they can be given a smaller weight.
 */
export function originOf(reading: Reading): Set<string> {
  const { message } = reading;
  const sender = message.sender.toLowerCase();
  const names = wordsOf(sender.slice(0, Math.max(sender.lastIndexOf("<"), 0)));
  const host = hostOf(sender);
  for (const link of reading.links.slice(0, MAX_LINKS)) {
    const name = registrableGuess(link.host);
    names.add(`to:${name}`);
    if (host !== undefined && registrableGuess(host) === name) names.add("own-links");
  }
  const subject = message.subject ?? "";
  if (/^re:/i.test(subject)) names.add("reply");
  const tag = /\[([^\]]{1,30})\]/.exec(subject)?.[1];
  if (tag !== undefined) names.add(`tag:${tag.toLowerCase()}`);
  const body = message.body.slice(0, MAX_MARKUP);
  let last = "";
  for (const match of body.matchAll(MARKUP)) {
    const token = (match[1] ?? `${match[2]}=${match[3]}`).toLowerCase();
    names.add(`markup:${token}`);
    names.add(`markup:${last} ${token}`);
    last = token;
  }
  for (const match of reading.text.slice(-1500).matchAll(FOOTER))
    names.add(`footer:${match[0].toLowerCase()}`);
  if (/^[>|]/m.test(body)) names.add("quotes");
  return names;
}
