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

/** Beside those that other tabs of this browser have begun; of too many the oldest is over. */
export function keepStarted(c: Context, started: StartedSignIn): void {
  write(c, [...readStarted(c), started].slice(-MOST_STARTED));
}

/** What was kept when this browser set out to this provider; that is over with the first who asks. */
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
