import { endingsOf } from "./endings-of.ts";
import { readBrands, type Brand, type Brands } from "./read-brands.ts";

/** How many parts of a host are compared with names of brands. */
const MOST_PARTS = 20;
const MAX_WORDS = 400;

let brands: Brands | undefined;

export function openBrands(text: string): void {
  brands ??= readBrands(text);
}

/** Loads the table, which is a module of its own, with the first message. */
export async function loadBrands(): Promise<void> {
  if (brands === undefined) openBrands((await import("./brands.txt")).default);
}

function opened(): Brands {
  if (brands === undefined) throw new Error("The table of brands was not loaded.");
  return brands;
}

/** Returns the brand that owns this host or a domain above it. */
export function ownerOf(host: string): Brand | undefined {
  const { owners, mostLabels } = opened();
  const owned = endingsOf(host, mostLabels).find((name) => owners.has(name));
  return owned === undefined ? undefined : owners.get(owned);
}

/**
 * Returns the brands that are named among folded, lower-case words. With `everyday` the names that are
 * ordinary words count too.
 */
export function brandsIn(words: readonly string[], everyday: boolean): Set<Brand> {
  const { aliases, lengths } = opened();
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

/**
 * Whether a host that belongs to no brand has a brand's name in it: as a part of a label, or inside one
 * if the name is long enough.
 */
export function carriesBrand(host: string): boolean {
  if (ownerOf(host) !== undefined) return false;
  const { aliases, inside } = opened();
  const parts = host.split(/[.\-_\d]+/).slice(0, MOST_PARTS);
  return parts.some((part) => part.length >= 3 && aliases.has(part)) || inside.test(host);
}
