import { MINUTE_MS } from "../platform/index.ts";
import { MAX_BODY_BYTES } from "./voice/schemas.ts";

/** Bodies up to this size, such as a spoken question or a letter, are not counted. */
const NOT_COUNTED_BYTES = 1024 * 1024;
/**
 * If the client has gone, a request may never reach its end here, so its bytes are let go after this
 * time.
 */
const LOST_AFTER_MS = 2 * MINUTE_MS;

/** Gives room back: so many bytes of it, or all. */
export type LetGo = (bytes?: number) => void;

const held = new Set<{ bytes: number; until: number }>();

/**
 * Takes room for a recording or a file; the result gives the room back. Undefined if there is no room
 * now. All that this isolate reads at once may be no more than the largest body: it has 128 MB, and if
 * they run out, the runtime ends every request in it.
 */
export function holdRoom(bytes: number, now: number): LetGo | undefined {
  if (bytes <= NOT_COUNTED_BYTES) return () => {};
  let taken = 0;
  for (const one of held) {
    if (one.until > now) taken += one.bytes;
    else held.delete(one);
  }
  // A body that is too large by itself is let through: the code that reads it refuses it.
  if (taken > 0 && taken + bytes > MAX_BODY_BYTES) return undefined;
  const own = { bytes, until: now + LOST_AFTER_MS };
  held.add(own);
  return (part = own.bytes) => {
    own.bytes -= part;
    if (own.bytes <= 0) held.delete(own);
  };
}
