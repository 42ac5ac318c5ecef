const LENGTH = 5;

/** The five-character pieces of a text, by which near-duplicates are told. */
export function shingles(text: string): Set<string> {
  const even = text.toLowerCase().replace(/\d+/g, "0").replace(/\s+/g, " ");
  const found = new Set<string>();
  for (let i = 0; i + LENGTH <= even.length; i++) found.add(even.slice(i, i + LENGTH));
  return found;
}

/** Whether two sets share more than this part of both together (Jaccard), from 0 to 1. */
export function sharesMore(a: Set<string>, b: Set<string>, part: number): boolean {
  const both = a.size + b.size;
  // With more than this many of its own, whatever is left of the one makes no difference.
  const mostOwn = a.size - Math.floor((part * both) / (1 + part));
  let own = 0;
  for (const piece of a) if (!b.has(piece) && ++own > mostOwn) return false;
  const shared = a.size - own;
  return shared > 0 && shared / (both - shared) > part;
}
