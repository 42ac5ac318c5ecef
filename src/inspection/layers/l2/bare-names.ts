import { isPublicEnding } from "../../../intel/suffixes/registrable.ts";
import type { Link } from "../../reading/find-links.ts";
import { CERTAIN_ENDINGS, isWordEnding } from "../../reading/top-level.ts";

export interface BareName {
  name: string;
  /** Its ending makes a link elsewhere, but a sentence may begin here. */
  isLikely: boolean;
}

/**
 * A dot with an ending behind it and a name before it. Begins at the dot: to try each word takes ten
 * times as long. The name ends at two dots, or each dot of "de..de.." would look back over all before.
 */
const BARE =
  /\.(?=(\p{L}{2,24})(?![\p{L}\p{M}\p{N}_@-]|\.[\p{L}\p{N}]))(?<=(?<![\p{L}\p{M}\p{N}@/:=%&?#])((?:[\p{L}\p{N}_-]|\.(?![._-])){1,253})\.)/gu;
const NAME = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}+$/u;

/**
 * Names that are no links, because their ending is a word in some language or in another alphabet
 * ("bank.de", "ladron.me"), or because a sentence may begin there ("malo.Es"). Yet people may open
 * them, and what is no name is on no list.
 */
export function bareNames(text: string, named: readonly Link[]): BareName[] {
  const hosts = new Set(named.map(({ host }) => host));
  const found: BareName[] = [];
  for (const [, ending = "", before = ""] of text.matchAll(BARE)) {
    const end = ending.normalize("NFKC").toLowerCase();
    const name = `${before.replace(/^[._-]+/, "").toLowerCase()}.${end}`;
    if (hosts.has(name) || !NAME.test(name) || !isPublicEnding(end)) continue;
    found.push({ name, isLikely: CERTAIN_ENDINGS.has(end) && isWordEnding(end) });
  }
  return found;
}
