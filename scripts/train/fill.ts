import { Inventor } from "./invent.ts";
import { pick, type Random } from "./random.ts";

export type Fragments = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Reads fragments, on each line `name = first, its second field | next, ...`. */
export function readFragments(text: string): Fragments {
  const found = new Map<string, string[][]>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(" = ");
    if (at === -1) continue;
    const items = line.slice(at + 3).split(" | ");
    found.set(
      line.slice(0, at).trim(),
      items.map((item) => item.split(",").map((field) => field.trim())),
    );
  }
  return found;
}

const BRANDED = new Set(["bank", "courier", "shop", "telco", "energy", "stream", "tax"]);
/**
 * Writes one message out of a scenario: chooses alternatives and fills in names, with the same brand
 * throughout.
 */
export class Filler {
  private readonly random: Random;
  private readonly fragments: Fragments;
  private readonly chosen = new Map<string, readonly string[]>();
  private readonly inventor: Inventor;

  constructor(random: Random, lang: string, fragments: Fragments) {
    this.random = random;
    this.inventor = new Inventor(random, lang);
    this.fragments = fragments;
  }

  fill(scenario: string): string {
    let text = scenario;
    for (let open = true; open;) {
      open = false;
      text = text.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
        open = true;
        return pick(this.random, inner.split("|"));
      });
    }
    return text
      .replace(
        /<([a-z]+\d?)(?:\.(\d))?>/g,
        (whole, name: string, field?: string) => this.value(name, field) ?? whole,
      )
      .replace(/ {2,}/g, " ")
      .replace(/ +([.,:;])(?= |$)/g, "$1")
      .trim();
  }

  private value(name: string, field: string | undefined): string | undefined {
    const list = this.fragments.get(name);
    if (list === undefined) return this.inventor.invent(name);
    const kept = this.chosen.get(name) ?? pick(this.random, list);
    if (BRANDED.has(name)) this.chosen.set(name, kept);
    if (BRANDED.has(name)) this.inventor.slug = (kept[1] ?? "").split(/[./]/)[0] ?? "";
    return field === undefined ? kept[0] : (kept[Number(field) - 1] ?? kept[0]);
  }
}
