import type { Context } from "hono";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { networkOf, type Rampart } from "../platform/index.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** Counts refused service keys per address; limit and period are in wrangler.toml. */
      SERVICE_KEY_FAILURES: RateLimit;
    }
  }
}

/** Counts failures by a key, such as an address. Without a key nothing is counted. */
export interface FailureCount {
  counter: RateLimit;
  key: string | undefined;
}

/** The period in wrangler.toml. */
const PERIOD_SECONDS = 60;

/**
 * Gives 429 to a caller that keeps trying wrong credentials. Only refused attempts count, so a good
 * credential is never refused because of others. Our own 503 do not count.
 */
export async function throttleFailures<T>(
  attempt: Promise<T | Refusal>,
  counts: readonly FailureCount[],
): Promise<T | Refusal> {
  const outcome = await attempt;
  if (!isRefusal(outcome) || outcome.status === 503) return outcome;
  const known = counts.filter(({ key }) => key !== undefined);
  const within = await Promise.all(known.map(({ counter, key = "" }) => counter.limit({ key })));
  if (within.every(({ success }) => success)) return outcome;
  return refuse(429, "too_many_failures", "Too many refused attempts; wait before the next.", {
    retryAfterSeconds: PERIOD_SECONDS,
    retryable: true,
    action: "retry_later",
  });
}

/** Counts by address; for IPv6 by network. */
export function byAddress(c: Context<Rampart>, counter: RateLimit): FailureCount {
  const address = c.req.header("cf-connecting-ip");
  return { counter, key: address && networkOf(address) };
}
