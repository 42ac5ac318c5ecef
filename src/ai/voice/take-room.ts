import type { MiddlewareHandler } from "hono";
import { Problem, refuseNotNow } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { MAX_BODY_BYTES } from "./schemas.ts";

/** What a spoken question takes at most goes through beside any recording. */
const NOT_COUNTED_BYTES = 1024 * 1024;
/** A request whose client has gone may never come to its end here. */
const LOST_AFTER_MS = 120_000;

const held = new Set<{ bytes: number; until: number }>();

/**
 * Of all recordings that this isolate reads and hands on, no more than the largest body: it has 128 MB
 * for all that it does, and who takes more is ended together with everybody else's requests.
 */
export const takeRoom: MiddlewareHandler<Rampart> = async (c, next) => {
  const bytes = Number(c.req.header("content-length") ?? MAX_BODY_BYTES);
  if (bytes <= NOT_COUNTED_BYTES) return next();
  const now = c.get("platform").now();
  let taken = 0;
  for (const one of held) {
    if (one.until > now) taken += one.bytes;
    else held.delete(one);
  }
  // What is too large by itself is told so by whoever reads it.
  if (taken > 0 && taken + bytes > MAX_BODY_BYTES) throw new Problem(refuseNotNow());
  const own = { bytes, until: now + LOST_AFTER_MS };
  held.add(own);
  try {
    await next();
  } finally {
    held.delete(own);
  }
  return undefined;
};
