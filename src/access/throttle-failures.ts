import type { Context } from "hono";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { networkOf, type Rampart } from "../platform/index.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      /** Counts refused service keys per address; its limit and period stand in wrangler.toml. */
      SERVICE_KEY_FAILURES: RateLimit;
    }
  }
}

/** One thing that failures are counted by; without a key it is not known and not counted. */
export interface FailureCount {
  counter: RateLimit;
  key: string | undefined;
}

/** As in wrangler.toml. */
const PERIOD_SECONDS = 60;

/**
 * Who keeps trying credentials is soon told nothing any more. A caller with a good one is never
 * refused for what others do, and pays nothing for this. Our own failures (503) do not count.
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

/** Failures of one address, or of one network of IPv6. */
export function byAddress(c: Context<Rampart>, counter: RateLimit): FailureCount {
  const address = c.req.header("cf-connecting-ip");
  return { counter, key: address && networkOf(address) };
}
