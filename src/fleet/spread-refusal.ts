import { isRefusal, type Refusal } from "../http/index.ts";
import { retryAfter } from "./spread.ts";

/**
 * Gives each agent its own Retry-After for a 503 that may meet a whole fleet at once: by its id, or by
 * its certificate where nobody knows yet whose that is.
 */
export function spreadRefusal<T>(
  outcome: T | Refusal,
  agent: string,
  intervalS: number,
): T | Refusal {
  if (!isRefusal(outcome) || outcome.status !== 503) return outcome;
  const retryAfterSeconds = retryAfter(agent, intervalS, outcome.retryAfterSeconds);
  return { ...outcome, retryAfterSeconds };
}
