import type { Context } from "hono";
import { Problem } from "../../http/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { readSent } from "../frame/form.ts";
import { SENDER } from "../frame/form-sender.ts";
import { OPENED } from "../frame/merge-changed.ts";
import { LABELS } from "../frame/post-form.tsx";
import { readSessionCookie } from "../session/session-cookie.ts";
import type { Wanted } from "./waiting-form.tsx";

/** Fields of a form that nobody types. */
const UNTYPED = new Set(["once", SENDER, OPENED, LABELS]);
/** The field with the answer of a passkey, which counts once, and only for the session that asked. */
export const CREDENTIAL = "credential";
/** The longest form that waits, in bytes. Escaped, a byte takes three characters. */
const MAX_CONTENT = (1024 * 1024) / 3;
const TOO_LARGE = 413;

/**
 * The form of the request with what was typed into it. Undefined if nothing was typed, or if it is
 * not known who typed it. Without a session's cookie only a short form is read.
 */
export async function wantedOf(c: Context<Rampart>): Promise<Wanted | "too_long" | undefined> {
  if (c.req.method !== "POST") return undefined;
  try {
    const hadSession = readSessionCookie(c) !== undefined;
    const sent = await readSent(c, hadSession ? MAX_CONTENT : undefined);
    const isKnown = sent.has(SENDER) || c.get("who") !== undefined;
    return isKnown && wasTyped(sent) ? { action: addressOf(c), fields: [...sent] } : undefined;
  } catch (thrown) {
    // A body that is no form, or was read before, cannot be kept.
    const isTooLong = thrown instanceof Problem && thrown.refusal.status === TOO_LARGE;
    return isTooLong ? "too_long" : undefined;
  }
}

/** The fields that are shown to the sender for copying. */
export function typedIn({ fields }: Wanted): Wanted["fields"] {
  return fields.filter(([name, value]) => !UNTYPED.has(name) && value.trim() !== "");
}

/** The address of the request with its query, because a form in a list returns to that query. */
export function addressOf(c: Context<Rampart>): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

function wasTyped(sent: URLSearchParams): boolean {
  return !sent.has(CREDENTIAL) && typedIn({ action: "", fields: [...sent] }).length > 0;
}
