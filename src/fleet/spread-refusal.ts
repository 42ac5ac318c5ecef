import { isRefusal, type Refusal } from "../http/index.ts";
import { retryAfter } from "./spread.ts";

/** Gives each agent its own Retry-After for a 503 that may meet a whole fleet at once. */
export function spreadRefusal<T>(
  outcome: T | Refusal,
  agentId: string,
  intervalS: number,
): T | Refusal {
  if (!isRefusal(outcome) || outcome.status !== 503) return outcome;
  const retryAfterSeconds = retryAfter(agentId, intervalS, outcome.retryAfterSeconds);
  return { ...outcome, retryAfterSeconds };
}
