import type { Context } from "hono";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** Counts refused service keys per address; its limit and period stand in wrangler.toml. */
      SERVICE_KEY_FAILURES: RateLimit;
    }
  }
}

/** As in wrangler.toml. */
const PERIOD_SECONDS = 60;

/**
 * Who keeps trying credentials from one address is soon told nothing any more. A caller with a good
 * one is never refused for what others at his address do, and pays nothing for this.
 */
export async function throttleFailures<T>(
  c: Context<Rampart>,
  identified: Promise<T | Refusal>,
): Promise<T | Refusal> {
  const outcome = await identified;
  if (!isRefusal(outcome)) return outcome;
  const address = c.req.header("cf-connecting-ip");
  if (address === undefined) return outcome;
  const { success } = await c.env.SERVICE_KEY_FAILURES.limit({ key: address });
  if (success) return outcome;
  return refuse(429, "too_many_failures", "Too many refused credentials from this address.", {
    retryAfterSeconds: PERIOD_SECONDS,
  });
}
