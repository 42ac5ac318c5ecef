import { isPublicEnding } from "../../../intel/suffixes/registrable.ts";
import type { Link } from "../../reading/find-links.ts";
import { CERTAIN_ENDINGS, isWordEnding } from "../../reading/top-level.ts";

export interface BareName {
  name: string;
  /** Its ending makes a link elsewhere, but a sentence may begin here. */
  isLikely: boolean;
}

/** A dot with an ending behind it. */
const ENDING = /\.(?=(\p{L}{2,24})(?![\p{L}\p{M}\p{N}_@-]|\.[\p{L}\p{N}]))/gu;
const IN_NAME = /[\p{L}\p{N}._-]/u;
/** What stands before a name that is a part of something else: a mailbox, a link, a query. */
const PART = /[\p{M}@/:=%&?#]/u;
const MOST_BEFORE = 253;
/** A mail of more links is a list of links; the time goes to these. */
const MOST_LINKS = 1_000;
const NAME = /^(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.)+\p{L}+$/u;

/**
 * Names that are no links, because their ending is a word in some language or in another alphabet
 * ("bank.de", "ladron.me"), or because a sentence may begin there ("malo.Es"). Yet people may open
 * them, and what is no name is on no list.
 */
export function bareNames(text: string, named: readonly Link[]): BareName[] {
  if (named.length > MOST_LINKS) return [];
  const hosts = new Set(named.map(({ host }) => host));
  const seen = new Set<string>();
  const found: BareName[] = [];
  for (const { index, 1: ending = "" } of text.matchAll(ENDING)) {
    const start = startBefore(text, index);
    if (start === index || PART.test(text[start - 1] ?? "")) continue;
    const written = text.slice(start, index + 1 + ending.length);
    if (seen.has(written)) continue;
    seen.add(written);
    const before = text.slice(start, index);
    const end = ending.normalize("NFKC").toLowerCase();
    const name = `${before.replace(/^[._-]+/, "").toLowerCase()}.${end}`;
    if (hosts.has(name) || !NAME.test(name) || !isPublicEnding(end)) continue;
    found.push({ name, isLikely: CERTAIN_ENDINGS.has(end) && isWordEnding(end) });
  }
  return found;
}

/**
 * Where the name before a dot begins. A name ends at two dots, so that not each dot of "de..de.." looks
 * back over all before. Goes back by hand: a pattern that looks back took twice as long for many links.
 */
function startBefore(text: string, dot: number): number {
  let start = dot;
  const least = Math.max(0, dot - MOST_BEFORE);
  while (start > least && IN_NAME.test(text[start - 1] ?? "")) {
    if (text[start - 1] === "." && "._-".includes(text[start] ?? "")) break;
    start -= 1;
  }
  return start;
}
