import type { Reading } from "../../reading/read-message.ts";
import {
  addressesIn,
  senderHost,
  senderMail,
  severalSenders,
} from "../../reading/sender-address.ts";
import { bareNames } from "./bare-names.ts";

/** One thing that a message names and intelligence may know. */
export interface Name {
  type: "url" | "domain" | "email" | "ip";
  value: string;
  /**
   * Where the name was found: a finding about the sender has another signal than one about the text.
   */
  from: "sender" | "text";
}

export interface Names {
  names: Name[];
  /** How many more names there are than are asked about. */
  unasked: number;
}

/** How many different names of a message are asked about; no letter has more. */
const MOST_NAMES = 250;
/** Begins at the "@", because a search for what stands before it would start anew at every letter. */
const MAIL_DOMAIN = /(?<=[\w%+-])@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,10})/gi;
const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/g;
/**
 * An address written in full or shortened; what has fewer parts is a time or the number of a network
 * card.
 */
const IPV6 =
  /(?<![\w:.])(?=[0-9a-f:]*::|(?:[0-9a-f]+:){7})(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi;
/**
 * Runs of ASCII. Behind a Latin letter a name goes on, because such languages have blanks between
 * words.
 */
const ASCII_RUNS = /(?<![\p{sc=Latin}!-~])[!-~]+/gu;
const AMPERSANDS = /&(?:amp|#0{0,5}38|#x0{0,5}26);/gi;

/**
 * Collects every URL, mail domain and address of a message, each once, the sender's first. What is only
 * fetched to show the message comes behind them, because a newsletter may have any number of pictures,
 * and names that are probably none come last.
 */
export function collectNames({ message, text, named, anchors, fetched }: Reading): Names {
  const { sender } = message;
  const found = new Map<string, Name>();
  const add = (type: Name["type"], value: string, from: Name["from"] = "text") => {
    const key = `${type}:${value}`;
    if (!found.has(key)) found.set(key, { type, value, from });
  };
  const several = severalSenders(sender);
  const mail = several === undefined ? senderMail(sender) : undefined;
  const host = senderHost(sender);
  if (mail !== undefined) add("email", mail, "sender");
  // If the sender's address is badly written, it and its domain may be denied or listed, but an entry
  // that allows it must not count.
  if (host !== undefined) add("domain", host, mail === undefined ? "text" : "sender");
  if (mail === undefined)
    for (const one of several ?? addressesIn(sender)) add("email", one.toLowerCase());
  // A link that is asked about in two readings counts as one name.
  let twice = 0;
  for (const { url } of named) {
    add("url", url);
    const other = asInHtml(withinLetters(url));
    if (other === url) continue;
    const { size } = found;
    add("url", other);
    twice += found.size - size;
  }
  for (const { href } of anchors) add("url", href);
  for (const part of [sender, text]) {
    for (const [, domain = ""] of part.matchAll(MAIL_DOMAIN)) add("domain", domain.toLowerCase());
    for (const [address] of part.matchAll(IPV4)) add("ip", address);
  }
  for (const [address] of text.matchAll(IPV6)) add("ip", address.toLowerCase());
  const bare = bareNames(text, named);
  for (const { name, isLikely } of bare) if (isLikely) add("domain", name);
  const most = MOST_NAMES + Math.min(twice, MOST_NAMES);
  const unasked = Math.max(0, found.size - most);
  for (const url of fetched) add("url", url);
  for (const { name } of bare) add("domain", name);
  return { names: [...found.values()].slice(0, most), unasked };
}

/**
 * The link within a URL that has other letters around it: without blanks between words a link begins and
 * ends among letters.
 */
function withinLetters(url: string): string {
  if (!/[^!-~]/.test(url)) return url;
  return url.match(ASCII_RUNS)?.find((run) => run.includes(".")) ?? url;
}

/**
 * The link without the signs that HTML writes for "&": they are left in a text that was HTML before, and
 * a list has the page without them.
 */
function asInHtml(url: string): string {
  return url.includes("&") ? url.replace(AMPERSANDS, "&") : url;
}
