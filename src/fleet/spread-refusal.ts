import { isRefusal, type Refusal } from "../http/index.ts";
import { DEFAULT_INTERVAL_S } from "./policies/pick-policy.ts";
import { retryAfter } from "./spread.ts";

/**
 * Gives each agent its own Retry-After for a 503 that may hit a whole fleet at once: by its id, or by
 * its certificate if its id is not known yet.
 */
export function spreadRefusal<T>(outcome: T | Refusal, agent: string): T | Refusal {
  if (!isRefusal(outcome) || outcome.status !== 503) return outcome;
  const retryAfterSeconds = retryAfter(agent, DEFAULT_INTERVAL_S, outcome.retryAfterSeconds);
  return { ...outcome, retryAfterSeconds };
}
