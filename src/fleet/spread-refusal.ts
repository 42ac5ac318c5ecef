import { isRefusal, type Refusal } from "../http/index.ts";
import { DEFAULT_INTERVAL_S } from "./policies/pick-policy.ts";
import { retryAfter } from "./spread.ts";

/**
 * Gives each agent its own Retry-After for a 503 that may meet a whole fleet at once: by its id, or by
 * its certificate where nobody knows yet whose that is.
 */
export function spreadRefusal<T>(outcome: T | Refusal, agent: string): T | Refusal {
  if (!isRefusal(outcome) || outcome.status !== 503) return outcome;
  const retryAfterSeconds = retryAfter(agent, DEFAULT_INTERVAL_S, outcome.retryAfterSeconds);
  return { ...outcome, retryAfterSeconds };
}
