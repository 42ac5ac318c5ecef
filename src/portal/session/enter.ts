import type { Context } from "hono";
import { endSession, recallSession } from "../../access/sessions/index.ts";
import { database, type Rampart } from "../../platform/index.ts";
import { takeAskedPage } from "./asked-page.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

/**
 * Signs the reader in and leads to the page that was asked for. An earlier session of the browser
 * ends, because nobody could sign it out any more. What another person typed there is not shown.
 */
export async function enter(c: Context<Rampart, string>, secret: string): Promise<Response> {
  const earlier = readSessionCookie(c);
  writeSessionCookie(c, secret);
  const asked = takeAskedPage(c);
  if (earlier === undefined) return c.redirect(asked, 303);
  const db = database(c.env);
  const now = c.get("platform").now();
  const before = await endSession(db, earlier, now);
  const who = await recallSession(db, secret, now);
  const isSamePerson = before === undefined || before === who?.personId;
  return c.redirect(isSamePerson ? asked : asked.replace(/\?.*/, ""), 303);
}
