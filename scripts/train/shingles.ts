const LENGTH = 5;

/** Cuts a text into its five-character pieces, by which near-duplicates are found. */
export function shingles(text: string): Set<string> {
  const even = text.toLowerCase().replace(/\d+/g, "0").replace(/\s+/g, " ");
  const found = new Set<string>();
  for (let i = 0; i + LENGTH <= even.length; i++) found.add(even.slice(i, i + LENGTH));
  return found;
}

/** Whether two sets share more than this part of both together (Jaccard), from 0 to 1. */
export function sharesMore(a: Set<string>, b: Set<string>, part: number): boolean {
  const both = a.size + b.size;
  // If the first set has more pieces of its own than this, the answer is no, whatever is left of it.
  const mostOwn = a.size - Math.floor((part * both) / (1 + part));
  let own = 0;
  for (const piece of a) if (!b.has(piece) && ++own > mostOwn) return false;
  const shared = a.size - own;
  return shared > 0 && shared / (both - shared) > part;
}
