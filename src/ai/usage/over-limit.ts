import { refuse, type Refusal } from "../../http/index.ts";
import { endOf, periodOf } from "../../tenants/gate/period.ts";
import { DAY_MS, MINUTE_MS } from "../../platform/index.ts";
import type { Over } from "./spend-book.ts";

/** For the description of every route that may ask a provider for a tenant. */
export const OVER_LIMIT = {
  429: { description: "Past a limit of the tenant; try again after `Retry-After`" },
};

/** The refusal for a caller over a limit, if the tenant wants one instead of an embedded answer. */
export function overLimit(over: Over, now: number): Refusal {
  const { error, message, until } = OVER[over];
  return refuse(429, error, message, { retryAfterSeconds: Math.ceil((until(now) - now) / 1_000) });
}

const BUSY_MS = 2_000;

const OVER: Record<Over, { error: string; message: string; until: (now: number) => number }> = {
  budget: {
    error: "budget_exhausted",
    message: "The tenant's AI budget of this month is used up.",
    until: (now) => endOf(periodOf(now)),
  },
  day: {
    error: "ai_rate_limited",
    message: "The tenant has made as many model calls today as it may.",
    until: (now) => (Math.floor(now / DAY_MS) + 1) * DAY_MS,
  },
  minute: {
    error: "ai_rate_limited",
    message: "The tenant makes too many model calls a minute.",
    until: (now) => (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS,
  },
  concurrent: {
    error: "ai_rate_limited",
    message: "The tenant has too many model calls under way.",
    until: (now) => now + BUSY_MS,
  },
};
