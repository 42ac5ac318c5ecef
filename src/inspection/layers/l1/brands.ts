import { MORE_BRANDS } from "./brand-table-more.ts";
import { BRAND_TABLE } from "./brand-table.ts";
import { endingsOf, mostLabels } from "./endings-of.ts";
import { FURTHER_DOMAINS } from "./further-domains.ts";

export interface Brand {
  name: string;
  domains: readonly string[];
}

interface Known {
  brand: Brand;
  plain: boolean;
}

/** How many parts of a host are compared with names of brands. */
const MOST_PARTS = 20;

const aliases = new Map<string, Known>();
/** For each first word, how many words the longest name has that begins with it. */
const lengths = new Map<string, number>();
const owners = new Map<string, Brand>();

for (const line of (BRAND_TABLE.trim() + MORE_BRANDS).trim().split("\n")) {
  const [left = "", right = ""] = line.split(": ");
  const names = left.split(",");
  const domains = right.split(" ");
  const brand = { name: (names[0] ?? "").replace("*", ""), domains };
  for (const name of names) addAlias(name.replace("*", ""), { brand, plain: !name.endsWith("*") });
  for (const domain of domains) owners.set(domain, brand);
}

for (const line of FURTHER_DOMAINS.trim().split("\n")) {
  const [name = "", domains = ""] = line.split(": ");
  const known = aliases.get(name);
  if (known === undefined) continue;
  for (const domain of domains.split(" ")) owners.set(domain, known.brand);
}

const MOST_LABELS = mostLabels(owners.keys());

function addAlias(alias: string, known: Known): void {
  const [first = "", ...more] = alias.split(" ");
  aliases.set(alias, known);
  lengths.set(first, Math.max(lengths.get(first) ?? 0, 1 + more.length));
}

/** Returns the brand that owns this host or a domain above it. */
export function ownerOf(host: string): Brand | undefined {
  const owned = endingsOf(host, MOST_LABELS).find((name) => owners.has(name));
  return owned === undefined ? undefined : owners.get(owned);
}

const MAX_WORDS = 400;

/**
 * Returns the brands that are named among folded, lower-case words. With `everyday` the names that are
 * ordinary words count too.
 */
export function brandsIn(words: readonly string[], everyday: boolean): Set<Brand> {
  const found = new Set<Brand>();
  const end = Math.min(words.length, MAX_WORDS);
  for (let i = 0; i < end; i++) {
    const length = lengths.get(words[i] ?? "") ?? 0;
    let phrase = "";
    for (let n = 0; n < length && i + n < end; n++) {
      phrase += (n === 0 ? "" : " ") + (words[i + n] ?? "");
      const known = aliases.get(phrase);
      if (known !== undefined && (everyday || known.plain)) found.add(known.brand);
    }
  }
  return found;
}

const SHORTEST_INSIDE = 5;
const inside = new RegExp(
  [...aliases]
    .filter(([alias, known]) => known.plain && alias.length >= SHORTEST_INSIDE)
    .map(([alias]) => alias.replaceAll(" ", ""))
    .join("|"),
);

/**
 * Whether a host that belongs to no brand has a brand's name in it: as a part of a label, or inside one
 * if the name is long enough.
 */
export function carriesBrand(host: string): boolean {
  if (ownerOf(host) !== undefined) return false;
  const parts = host.split(/[.\-_\d]+/).slice(0, MOST_PARTS);
  return parts.some((part) => part.length >= 3 && aliases.has(part)) || inside.test(host);
}
