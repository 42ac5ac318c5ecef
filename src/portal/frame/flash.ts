import type { Context } from "hono";
import { clearCookie, readCookie, writeCookie } from "./cookie.ts";
import { withSpanish } from "./read-words.ts";
import spanish from "./flash.es.txt";

const NAME = "flash";
const LIFE_SECONDS = 60;

/**
 * What a page says after a successful change. Only the name is in the cookie, so it holds no
 * secret.
 */
export const flashWords = withSpanish(
  {
    saved: "Saved.",
    awaited: "Asked for. It counts when a second person agrees.",
    created: "Created.",
    deleted: "Deleted.",
    disabled: "Disabled. It stops everywhere within 15 seconds.",
    enabled: "Enabled.",
    revoked: "Revoked.",
    assigned: "Assigned. Agents hear of it at their next check-in.",
    resolved: "The conflict is resolved.",
    replayed: "Sent back into the queue.",
    pinged: "A ping is on its way. Load this page again to see the answer.",
    paused: "Paused. What comes meanwhile is sent by: Send a period again.",
    resumed: "Enabled. To send what came meanwhile: Send a period again.",
    noneDue: "There is nothing to send of that time.",
    passkeyAdded: "Passkey added.",
    signedOut: "You are signed out.",
    erasing: "Asked for. It begins within two minutes.",
    ordered: "Ordered. It has begun; load this page again to see how far it is.",
    cancelled: "Cancelled. What has not been done yet stays as it is.",
    sessionsEnded: "Ended. It stops everywhere within 15 seconds.",
  },
  spanish,
);

export type FlashName = keyof (typeof flashWords)["en"];

/** After a change: redirects to a page that can be reloaded without changing anything. */
export function redirectWith(c: Context, flash: FlashName, path: string): Response {
  writeCookie(c, NAME, flash, LIFE_SECONDS);
  return c.redirect(path, 303);
}

/** Returns the waiting message and clears it. */
export function takeFlash(c: Context): FlashName | undefined {
  const name = readCookie(c, NAME);
  if (name === undefined) return undefined;
  clearCookie(c, NAME);
  return Object.hasOwn(flashWords.en, name) ? (name as FlashName) : undefined;
}
