import type { Link } from "./find-links.ts";

/** A blank before the next letter. */
const BLANK_BEHIND = /[^\p{L}\p{N}\s]*\s/uy;
const SCHEME = /^[a-z]+:\/\//i;

/**
 * Adds the links of the text that a full stop with a blank beside it may have joined to the next word
 * ("https://a.com . Com"): people open the first one as it stands, so it counts beside the joined one.
 */
export function keepStanding(seen: string, before: readonly Link[], links: Link[]): Link[] {
  if (before === links) return links;
  const known = new Set(links.map(bareOf));
  const standing = new Map<string, Link>();
  for (const link of before) {
    const bare = bareOf(link);
    BLANK_BEHIND.lastIndex = link.end;
    if (!known.has(bare) && BLANK_BEHIND.test(seen)) standing.set(bare, link);
  }
  if (standing.size === 0) return links;
  const lengths = new Set(Array.from(standing.keys(), ({ length }) => length));
  return links.flatMap((link) => [...beginningsOf(bareOf(link), standing, lengths), link]);
}

/**
 * Takes out of `standing` the links with which a longer one begins, up to one of its dots. Only
 * beginnings as long as one of them are compared, because a link may have a thousand dots.
 */
function beginningsOf(
  bare: string,
  standing: Map<string, Link>,
  lengths: ReadonlySet<number>,
): Link[] {
  const found: Link[] = [];
  for (let dot = bare.indexOf("."); dot !== -1; dot = bare.indexOf(".", dot + 1)) {
    if (!lengths.has(dot)) continue;
    const begun = bare.slice(0, dot);
    const link = standing.get(begun);
    if (link !== undefined) found.push(link);
    standing.delete(begun);
  }
  return found;
}

function bareOf({ url }: Link): string {
  return url.replace(SCHEME, "");
}
