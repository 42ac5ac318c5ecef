import type { Context } from "hono";
import { readSent } from "../frame/form.ts";
import { OPENED } from "../frame/merge-changed.ts";
import type { PortalEnv } from "../frame/view.ts";
import type { Wanted } from "./waiting-form.tsx";

/** What a form brings that nobody has typed. */
const UNTYPED = new Set(["once", OPENED]);
/** A passkey's answer counts once, and for the session that asked. */
const CREDENTIAL = "credential";

/** What was typed into the form that was sent; undefined where there is nothing to lose. */
export async function wantedOf(c: Context<PortalEnv>): Promise<Wanted | undefined> {
  if (c.req.method !== "POST") return undefined;
  // What is no form, or is too long for one that waits, is as lost as it always was.
  const sent = await readSent(c).catch(() => undefined);
  if (sent === undefined || !wasTyped(sent)) return undefined;
  return { action: addressOf(c), fields: [...sent] };
}

/** With its query: a form of a list has in it what its reader is led back to. */
export function addressOf(c: Context<PortalEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

function wasTyped(sent: URLSearchParams): boolean {
  if (sent.has(CREDENTIAL)) return false;
  return [...sent].some(([name, value]) => !UNTYPED.has(name) && value.trim() !== "");
}
