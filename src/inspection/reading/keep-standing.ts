import { findLinks, type Link } from "./find-links.ts";

const LETTER = /[\p{L}\p{N}]/gu;
const SCHEME = /^[a-z]+:\/\//i;

/**
 * Adds the links that a full stop with a blank beside it may have joined to the next word
 * ("https://a.com . Com"): people open the first one as it stands, so it counts beside the joined one.
 */
export function keepStanding(seen: string, links: Link[]): Link[] {
  const standing = new Map<string, Link>();
  for (const link of findLinks(seen))
    if (hasBlankBehind(seen, link.end)) standing.set(bareOf(link), link);
  for (const link of links) standing.delete(bareOf(link));
  if (standing.size === 0) return links;
  return links.flatMap((link) => [...beginningsOf(bareOf(link), standing), link]);
}

/** Takes out of `standing` the links with which a longer one begins, up to one of its dots. */
function beginningsOf(bare: string, standing: Map<string, Link>): Link[] {
  const found: Link[] = [];
  for (let dot = bare.indexOf("."); dot !== -1; dot = bare.indexOf(".", dot + 1)) {
    const begun = bare.slice(0, dot);
    const link = standing.get(begun);
    if (link !== undefined) found.push(link);
    standing.delete(begun);
  }
  return found;
}

/** Whether a blank comes before the next letter. */
function hasBlankBehind(seen: string, end: number): boolean {
  LETTER.lastIndex = end;
  const next = LETTER.exec(seen)?.index ?? end;
  return /\s/.test(seen.slice(end, next));
}

function bareOf({ url }: Link): string {
  return url.replace(SCHEME, "");
}
