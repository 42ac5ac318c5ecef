import { isRefusal, type Refusal } from "../http/index.ts";
import { retryAfter } from "./spread.ts";

/** What a whole fleet may hear in one moment, each agent hears with a time of its own behind it. */
export function spreadRefusal<T>(
  outcome: T | Refusal,
  agentId: string,
  intervalS: number,
): T | Refusal {
  if (!isRefusal(outcome) || outcome.status !== 503) return outcome;
  const retryAfterSeconds = retryAfter(agentId, intervalS, outcome.retryAfterSeconds);
  return { ...outcome, retryAfterSeconds };
}
