import type { Context } from "hono";
import type { Rampart } from "../../platform/index.ts";

/** A passkey is bound to the host that the reader sees. */
export function ceremonyOf(c: Context<Rampart, string>) {
  const { origin } = new URL(c.req.url);
  return { origin, secret: c.env.API_KEY_MAC_SECRET, now: c.get("platform").now() };
}
