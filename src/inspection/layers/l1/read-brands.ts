import { mostLabels } from "./endings-of.ts";

export interface Brand {
  name: string;
}

export interface Brands {
  /** By every name that a fake uses; `plain` if it is no ordinary word too. */
  aliases: ReadonlyMap<string, { brand: Brand; plain: boolean }>;
  /** For each first word, how many words the longest name has that begins with it. */
  lengths: ReadonlyMap<string, number>;
  owners: ReadonlyMap<string, Brand>;
  mostLabels: number;
  /** Finds plain names that are long enough to be looked for inside a label. */
  inside: RegExp;
}

const SHORTEST_INSIDE = 5;

/**
 * Reads `brands.txt`. Each line has the names that fakes of a brand use, and the domains that the brand
 * really writes from. A star marks a name that is an ordinary word too: it counts in a host or a short
 * display name, never in running text. Behind a bar are further domains of the brand: of other countries,
 * for newsletters, for customers' mailboxes, and endings of its own. Their names would otherwise pass for
 * a fake's.
 */
export function readBrands(text: string): Brands {
  const aliases = new Map<string, { brand: Brand; plain: boolean }>();
  const lengths = new Map<string, number>();
  const owners = new Map<string, Brand>();
  for (const line of text.trim().split("\n")) {
    const [left = "", domains = ""] = line.split(": ");
    const names = left.split(",");
    const brand = { name: (names[0] ?? "").replace("*", "") };
    for (const name of names) {
      const alias = name.replace("*", "");
      const [first = "", ...more] = alias.split(" ");
      aliases.set(alias, { brand, plain: alias === name });
      lengths.set(first, Math.max(lengths.get(first) ?? 0, 1 + more.length));
    }
    for (const domain of domains.split(/ \| | /)) owners.set(domain, brand);
  }
  return {
    aliases,
    lengths,
    owners,
    mostLabels: mostLabels(owners.keys()),
    inside: inside(aliases),
  };
}

function inside(aliases: Brands["aliases"]): RegExp {
  const names = [...aliases]
    .filter(([alias, { plain }]) => plain && alias.length >= SHORTEST_INSIDE)
    .map(([alias]) => alias.replaceAll(" ", ""));
  return new RegExp(names.join("|"));
}
