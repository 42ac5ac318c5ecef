import { mostLabels } from "./endings-of.ts";

export interface Brand {
  name: string;
}

/** Where a name is looked for besides as a whole part of a host: nowhere, where a part begins, or in it. */
type Inside = "nowhere" | "begins" | "anywhere";

interface Alias {
  brand: Brand;
  /** Whether it is no ordinary word too. */
  plain: boolean;
  inside: Inside;
}

export interface Brands {
  /** By every name that a fake uses. */
  aliases: ReadonlyMap<string, Alias>;
  /** For each first word, how many words the longest name has that begins with it. */
  lengths: ReadonlyMap<string, number>;
  owners: ReadonlyMap<string, Brand>;
  mostLabels: number;
  /** Finds the names that may be looked for inside a part of a host, and are long enough for it. */
  inside: RegExp;
}

const SHORTEST_INSIDE = 5;
const MARKS: Record<string, Pick<Alias, "plain" | "inside">> = {
  "": { plain: true, inside: "anywhere" },
  "-": { plain: true, inside: "begins" },
  "*": { plain: false, inside: "nowhere" },
  "*-": { plain: false, inside: "begins" },
};

/**
 * Reads `brands.txt`. Each line has the names that fakes of a brand use, and the domains that the brand
 * really writes from. A star marks a name that is an ordinary word too: it counts in a host or a short
 * display name, never in running text nor inside a longer word. A dash marks a name that is looked for
 * only where such a word begins: "nequi" is in "kitchenequipment" by chance. Behind a bar are further
 * domains of the brand: of other countries, for newsletters, for customers' mailboxes, and endings of its
 * own. Their names would otherwise pass for a fake's.
 */
export function readBrands(text: string): Brands {
  const aliases = new Map<string, Alias>();
  const lengths = new Map<string, number>();
  const owners = new Map<string, Brand>();
  for (const line of text.trim().split("\n")) {
    const [left = "", domains = ""] = line.split(": ");
    const names = left.split(",");
    const brand = { name: bare(names[0] ?? "") };
    for (const name of names) {
      const alias = bare(name);
      const [first = "", ...more] = alias.split(" ");
      aliases.set(alias, { brand, ...marksOf(name) });
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

function bare(name: string): string {
  return name.replace(/[*-]+$/, "");
}

function marksOf(name: string) {
  const marks = MARKS[name.slice(bare(name).length)];
  if (marks === undefined) throw new Error(`unknown mark of a brand: ${name}`);
  return marks;
}

function inside(aliases: Brands["aliases"]): RegExp {
  const names = [...aliases]
    .filter(([alias, name]) => name.inside !== "nowhere" && alias.length >= SHORTEST_INSIDE)
    .map(
      ([alias, name]) => (name.inside === "begins" ? "(?<![a-z])" : "") + alias.replaceAll(" ", ""),
    );
  return new RegExp(names.join("|"));
}
