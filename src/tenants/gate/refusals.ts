import { refuse, type Refusal } from "../../http/index.ts";
import { BURST_SECONDS } from "./burst.ts";
import { burstHeaders, capHeaders, rateLimitHeaders, secondsLeft } from "./rate-limit-headers.ts";

/** The same answer for every kind of wrong tenant or key. */
export function unauthorized(): Refusal {
  return refuse(401, "unauthorized", "A valid X-Tenant-ID with a valid X-API-Key is needed.");
}

export function missingScope(
  module: string,
  quota: number,
  remaining: number,
  now: number,
): Refusal {
  return refuse(403, "missing_scope", `Missing scope: ${module}`, {
    headers: rateLimitHeaders(quota, remaining, now),
  });
}

export function unavailable(): Refusal {
  return refuse(503, "unavailable", "Keys cannot be checked at the moment; try again.", {
    retryAfterSeconds: 2,
  });
}

export function tooFast(seconds: number, perSecond: number): Refusal {
  return refuse(429, "too_fast", "This key is called faster than its plan allows.", {
    retryAfterSeconds: seconds,
    headers: burstHeaders(perSecond * BURST_SECONDS, BURST_SECONDS, seconds),
  });
}

export function exhausted(quota: number, now: number): Refusal {
  return refuse(429, "quota_exhausted", `The monthly quota of ${quota} units is used up.`, {
    retryAfterSeconds: secondsLeft(now),
  });
}

export function capReached(units: number, now: number): Refusal {
  return refuse(429, "key_cap_reached", `This key has no more of its ${units} units a month.`, {
    retryAfterSeconds: secondsLeft(now),
    headers: capHeaders(units, 0, now),
  });
}
