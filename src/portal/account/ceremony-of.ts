import type { Context } from "hono";
import type { PortalEnv } from "../frame/view.ts";

/** A passkey is bound to the host that the reader sees. */
export function ceremonyOf(c: Context<PortalEnv, string>) {
  const { origin } = new URL(c.req.url);
  return { origin, secret: c.env.API_KEY_MAC_SECRET, now: c.get("platform").now() };
}
