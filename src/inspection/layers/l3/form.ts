import { brandsIn } from "../l1/brands.ts";
import { hostKinds } from "../l1/host-kinds.ts";
import type { Reading } from "../l1/read-message.ts";
import type { Words } from "./read-words.ts";

const MAX_LINKS = 10;
const MAX_BRAND_TEXT = 2000;
const LONG_NUMBER = 7;

/** Features of how a message is made rather than of what it says, each a short stable name. */
export function formOf(reading: Reading, folded: string, words: Words): Set<string> {
  const { channel } = reading.message;
  const names = new Set<string>();
  names.add(`channel:${channel}`);
  names.add(`length:${channel}:${Math.round(Math.log2(folded.length + 1))}`);
  addLinks(reading, folded, names);
  addNumbers(words, names);
  if (reading.split > 0) names.add("split");
  if (reading.defanged) names.add("defanged");
  if (words.leet > 0) names.add(`leet:${Math.min(words.leet, 3)}`);
  if (words.spaced > 0) names.add("spaced");
  if (words.currency > 0) names.add("currency");
  if (words.exclamations > 0) names.add(`exclamations:${Math.min(words.exclamations, 3)}`);
  names.add(`capitals:${channel}:${capitalShare(folded)}`);
  return names;
}

function addLinks(reading: Reading, folded: string, names: Set<string>): void {
  const { links } = reading;
  names.add(`links:${Math.min(links.length, 3)}`);
  const plain = folded.slice(0, MAX_BRAND_TEXT).toLowerCase().split(/[^a-z0-9]+/);
  const brands = brandsIn(plain, false);
  if (brands.size > 0) names.add("brand");
  let official = false;
  let foreign = false;
  for (const link of links.slice(0, MAX_LINKS)) {
    const kinds = hostKinds(link.host);
    for (const kind of kinds) names.add(`host:${kind}`);
    if (kinds[0] === "official" || kinds[0] === "institution") official = true;
    else foreign = true;
    const rest = link.url.slice(link.url.indexOf(link.host) + link.host.length);
    if (rest.length > 1) names.add("host:path");
    names.add(`ending:${link.host.slice(link.host.lastIndexOf(".") + 1)}`);
  }
  if (official && !foreign) names.add("links_official");
  if (brands.size > 0 && foreign && !official) names.add("brand_foreign_link");
  if (brands.size > 0 && links.length === 0) names.add("brand_no_link");
}

function addNumbers(words: Words, names: Set<string>): void {
  for (const digits of words.numbers) {
    if (digits >= LONG_NUMBER) names.add("number:long");
    else names.add(`number:${digits}`);
  }
  names.add(`numbers:${Math.min(words.numbers.length, 4)}`);
}

function capitalShare(folded: string): number {
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
