import { endOf, periodOf, startOf, type Period } from "./period.ts";

interface Month {
  period: Period;
  start: number;
  end: number;
}

let month: Month = { period: "", start: 0, end: 0 };
let policy = { quota: -1, month, text: "" };

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers, which may still change; they are made only
 * here. `r` is as old as the lease: other isolates may have taken units or handed some back since.
 */
export function rateLimitHeaders(quota: number, remaining: number, now: number) {
  return {
    "ratelimit-policy": policyText(quota, monthAt(now)),
    ratelimit: `"month";r=${remaining};t=${secondsLeft(now)}`,
  };
}

/** The same for a key's cap. */
export function capHeaders(units: number, left: number, now: number) {
  return {
    "ratelimit-policy": `"key";q=${units};w=${secondsOf(monthAt(now))}`,
    ratelimit: `"key";r=${left};t=${secondsLeft(now)}`,
  };
}

/** The same for the limit of bursts: `burst` calls at once, refilled within `seconds`. */
export function burstHeaders(burst: number, seconds: number, wait: number) {
  return {
    "ratelimit-policy": `"burst";q=${burst};w=${seconds}`,
    ratelimit: `"burst";r=0;t=${wait}`,
  };
}

export function secondsLeft(now: number): number {
  return Math.max(1, Math.ceil((monthAt(now).end - now) / 1000));
}

/** Keeps the month until it ends, because computing dates is too slow for every call. */
function monthAt(now: number): Month {
  if (now < month.start || now >= month.end) {
    const period = periodOf(now);
    month = { period, start: startOf(period), end: endOf(period) };
  }
  return month;
}

function policyText(quota: number, during: Month): string {
  if (policy.month !== during || policy.quota !== quota) {
    policy = { quota, month: during, text: `"month";q=${quota};w=${secondsOf(during)}` };
  }
  return policy.text;
}

function secondsOf({ start, end }: Month): number {
  return (end - start) / 1000;
}
