import type { Context } from "hono";
import { endSession } from "../../access/sessions/index.ts";
import { database } from "../../platform/index.ts";
import type { PortalEnv } from "../frame/view.ts";
import { takeAskedPage } from "./asked-page.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

/**
 * Lets the reader in, to the page that he asked for. A session that the browser had before ends:
 * nobody could sign it out any more.
 */
export async function enter(c: Context<PortalEnv, string>, secret: string): Promise<Response> {
  const earlier = readSessionCookie(c);
  writeSessionCookie(c, secret);
  if (earlier !== undefined) await endSession(database(c.env), earlier, c.get("platform").now());
  return c.redirect(takeAskedPage(c), 303);
}
