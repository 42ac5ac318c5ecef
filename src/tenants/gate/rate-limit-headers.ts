import { endOf, periodOf, startOf, type Period } from "./period.ts";

let policy = { period: "", quota: -1, text: "" };

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers, which may still change: here alone.
 * `r` is a lower bound, since other isolates may hand units back.
 */
export function rateLimitHeaders(quota: number, remaining: number, now: number) {
  const period = periodOf(now);
  const seconds = secondsLeft(period, now);
  return {
    "ratelimit-policy": policyText(period, quota),
    ratelimit: `"month";r=${remaining};t=${seconds}`,
  };
}

export function secondsLeft(period: Period, now: number): number {
  return Math.max(1, Math.ceil((endOf(period) - now) / 1000));
}

function policyText(period: Period, quota: number): string {
  if (policy.period !== period || policy.quota !== quota) {
    const window = (endOf(period) - startOf(period)) / 1000;
    policy = { period, quota, text: `"month";q=${quota};w=${window}` };
  }
  return policy.text;
}
