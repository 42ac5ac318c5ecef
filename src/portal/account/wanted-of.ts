import type { Context } from "hono";
import { Problem } from "../../http/index.ts";
import { readSent } from "../frame/form.ts";
import { SENDER } from "../frame/form-sender.ts";
import { OPENED } from "../frame/merge-changed.ts";
import { LABELS } from "../frame/post-form.tsx";
import type { PortalEnv } from "../frame/view.ts";
import { readSessionCookie } from "../session/session-cookie.ts";
import type { Wanted } from "./waiting-form.tsx";

/** What a form brings that nobody has typed. */
const UNTYPED = new Set(["once", SENDER, OPENED, LABELS]);
/** A passkey's answer counts once, and for the session that asked. */
const CREDENTIAL = "credential";
/** The longest form that waits. Escaped, a byte takes three characters. */
const MAX_CONTENT = (1024 * 1024) / 3;
const TOO_LARGE = 413;

/**
 * What was typed into the form that was sent; undefined where there is nothing to lose, or where
 * nobody knows any more who has typed it. Nobody reads much for somebody who never had a session.
 */
export async function wantedOf(c: Context<PortalEnv>): Promise<Wanted | "too_long" | undefined> {
  if (c.req.method !== "POST") return undefined;
  try {
    const hadSession = readSessionCookie(c) !== undefined;
    const sent = await readSent(c, hadSession ? MAX_CONTENT : undefined);
    const isKnown = sent.has(SENDER) || c.get("who") !== undefined;
    return isKnown && wasTyped(sent) ? { action: addressOf(c), fields: [...sent] } : undefined;
  } catch (thrown) {
    // What is no form, or was read before, is as lost as it always was.
    const isTooLong = thrown instanceof Problem && thrown.refusal.status === TOO_LARGE;
    return isTooLong ? "too_long" : undefined;
  }
}

/** What its sender sees of it, to copy it from there. */
export function typedIn({ fields }: Wanted): Wanted["fields"] {
  return fields.filter(([name, value]) => !UNTYPED.has(name) && value.trim() !== "");
}

/** With its query: a form of a list has in it what its reader is led back to. */
export function addressOf(c: Context<PortalEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

function wasTyped(sent: URLSearchParams): boolean {
  return !sent.has(CREDENTIAL) && typedIn({ action: "", fields: [...sent] }).length > 0;
}
