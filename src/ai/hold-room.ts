import { MAX_BODY_BYTES } from "./voice/schemas.ts";

/** What a spoken question or a letter takes at most goes through beside anything else. */
const NOT_COUNTED_BYTES = 1024 * 1024;
/** A request whose client has gone may never come to its end here. */
const LOST_AFTER_MS = 120_000;

const held = new Set<{ bytes: number; until: number }>();

/**
 * Of all recordings and files that this isolate reads and hands on, no more than the largest body: it
 * has 128 MB for all that it does, and who takes more is ended together with everybody else's requests.
 * Gives what lets go of it; undefined where there is no room now.
 */
export function holdRoom(bytes: number, now: number): (() => void) | undefined {
  if (bytes <= NOT_COUNTED_BYTES) return () => {};
  let taken = 0;
  for (const one of held) {
    if (one.until > now) taken += one.bytes;
    else held.delete(one);
  }
  // What is too large by itself is told so by whoever reads it.
  if (taken > 0 && taken + bytes > MAX_BODY_BYTES) return undefined;
  const own = { bytes, until: now + LOST_AFTER_MS };
  held.add(own);
  return () => {
    held.delete(own);
  };
}
