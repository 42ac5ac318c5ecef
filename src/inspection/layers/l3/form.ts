import { brandsIn } from "../l1/brands.ts";
import { hostKinds, VOUCHED } from "../l1/host-kinds.ts";
import type { Reading } from "../../reading/read-message.ts";
import { cuesOf } from "./cues.ts";
import type { Words } from "./read-words.ts";

/**
 * From this share of capitals on, in sixths, nearly all is written in capitals, which then tell nothing
 * of single words.
 */
export const SHOUTED = 5;
const MAX_LINKS = 10;
const MAX_LOOK = 2000;
const LONG_NUMBER = 7;

interface Folded {
  folded: string;
  words: Words;
  /** The share of capitals among the letters, in sixths. */
  capitals: number;
}

/** Returns features of how a message is made rather than of what it says, each a short stable name. */
export function formOf(reading: Reading, { folded, words, capitals }: Folded): Set<string> {
  const { channel } = reading.message;
  const names = new Set<string>();
  names.add(`channel:${channel}`);
  const plain = folded
    .slice(0, MAX_LOOK)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const way = wayOut(reading, words, names);
  addBrands(plain, way, names);
  addCues(plain, way, channel === "email" ? "mail" : "short", names);
  addNumbers(words, names);
  if (reading.split > 0) names.add("split");
  if (reading.defanged) names.add("defanged");
  if (words.leet > 0) names.add(`leet:${Math.min(words.leet, 3)}`);
  if (words.spaced > 0) names.add("spaced");
  if (words.currency > 0) names.add("currency");
  if (words.exclamations > 0) names.add(`exclamations:${Math.min(words.exclamations, 3)}`);
  names.add(`capitals:${channel}:${capitals}`);
  return names;
}

/**
 * Where a message sends its reader: to a foreign link, to an official one, to a telephone, or
 * nowhere.
 */
type Way = "foreign" | "official" | "telephone" | "nowhere";

function wayOut(reading: Reading, words: Words, names: Set<string>): Way {
  const { links } = reading;
  names.add(`links:${Math.min(links.length, 3)}`);
  let official = 0;
  for (const link of links.slice(0, MAX_LINKS)) {
    const kinds = hostKinds(link.host);
    for (const kind of kinds) names.add(`host:${kind}`);
    if (VOUCHED.has(kinds[0])) official++;
    const rest = link.url.slice(link.url.indexOf(link.host) + link.host.length);
    if (rest.length > 1) names.add("host:path");
    names.add(`ending:${link.host.slice(link.host.lastIndexOf(".") + 1)}`);
  }
  if (links.length > 0) return official > 0 ? "official" : "foreign";
  return words.numbers.some((digits) => digits >= LONG_NUMBER) ? "telephone" : "nowhere";
}

function addBrands(plain: readonly string[], way: Way, names: Set<string>): void {
  if (brandsIn(plain, false).size > 0) names.add(`brand:${way}`);
  else names.add(`way:${way}`);
}

function addCues(plain: readonly string[], way: Way, kind: string, names: Set<string>): void {
  const cues = [...cuesOf(plain)];
  for (let i = 0; i < cues.length; i++) {
    names.add(`${kind}:${cues[i]}`);
    names.add(`${kind}:${cues[i]}:${way}`);
    for (let k = i + 1; k < cues.length; k++)
      names.add(`${kind}:${pairOf(cues[i] ?? "", cues[k] ?? "")}`);
  }
}

function addNumbers(words: Words, names: Set<string>): void {
  for (const digits of words.numbers) {
    if (digits >= LONG_NUMBER) names.add("number:long");
    else names.add(`number:${digits}`);
  }
}

/** The share of capitals among the letters, in sixths. */
export function capitalsIn(folded: string): number {
  let capitals = 0;
  let letters = 0;
  for (let i = 0; i < folded.length; i++) {
    const code = folded.charCodeAt(i);
    if (code >= 65 && code <= 90) {
      capitals++;
      letters++;
    } else if (code >= 97 && code <= 122) letters++;
  }
  return letters === 0 ? 0 : Math.round((capitals / letters) * 6);
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a}+${b}` : `${b}+${a}`;
}
