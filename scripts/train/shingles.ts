const LENGTH = 5;

/** The five-character pieces of a text, by which near-duplicates are told. */
export function shingles(text: string): Set<string> {
  const even = text.toLowerCase().replace(/\d+/g, "0").replace(/\s+/g, " ");
  const found = new Set<string>();
  for (let i = 0; i + LENGTH <= even.length; i++) found.add(even.slice(i, i + LENGTH));
  return found;
}

/** Jaccard: the shared part of two sets, from 0 to 1. */
export function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared++;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
