export const HASH_START = 0x811c9dc5;
const PRIME = 0x01000193;

export function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME);
}

/** Spreads the low bits of a running hash, so that a power of two of them can name a bucket. */
export function finish(hash: number): number {
  let h = hash ^ (hash >>> 15);
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

export function hashText(text: string): number {
  let hash = HASH_START;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}
