import type { Context } from "hono";
import * as z from "zod";
import { clearCookie, readCookie, writeCookie } from "../frame/cookie.ts";

const NAME = "oidc";
const WAIT_SECONDS = 600;
/** Of so many tabs; a cookie of more would come near to what a browser keeps, 4 KiB. */
const MOST_STARTED = 5;

const kept = z.strictObject({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.int(),
});

type StartedSignIn = z.infer<typeof kept>;

/** Keeps it beside those of other tabs of this browser. If they are too many, the oldest is dropped. */
export function keepStarted(c: Context, started: StartedSignIn): void {
  write(c, [...readStarted(c), started].slice(-MOST_STARTED));
}

/** Gives what was kept when this browser was sent to the provider, and forgets it. */
export function takeStarted(
  c: Context,
  provider: string,
  state: string | undefined,
): StartedSignIn | undefined {
  const all = readStarted(c);
  const found = all.find((one) => one.state === state);
  if (found === undefined) return undefined;
  write(
    c,
    all.filter((one) => one !== found),
  );
  return found.provider === provider ? found : undefined;
}

function write(c: Context, all: readonly StartedSignIn[]): void {
  if (all.length === 0) clearCookie(c, NAME);
  else writeCookie(c, NAME, btoa(JSON.stringify(all)), WAIT_SECONDS);
}

function readStarted(c: Context): StartedSignIn[] {
  try {
    return z.array(kept).parse(JSON.parse(atob(readCookie(c, NAME) ?? "")));
  } catch {
    return [];
  }
}
