import { refuse, type Refusal } from "../../http/index.ts";
import { MINUTE_MS } from "../../platform/index.ts";

/** Far more than anybody needs who tries an endpoint out. */
const MAX_PINGS = 20;
export const PING_WINDOW_MS = MINUTE_MS;

export interface RecentPings extends Record<string, SqlStorageValue> {
  n: number;
  first: number | null;
}

export function refusePing({ n, first }: RecentPings, now: number): Refusal | undefined {
  if (n < MAX_PINGS) return undefined;
  const message = `An endpoint is sent at most ${MAX_PINGS} pings a minute.`;
  const retryAfterSeconds = ((first ?? now) + PING_WINDOW_MS - now) / 1000;
  return refuse(429, "rate_limited", message, { retryAfterSeconds });
}

/**
 * A ping is refused while the endpoint is off: somebody waits for its answer, and it would not
 * come.
 */
export function inactive(): Refusal {
  return refuse(
    409,
    "endpoint_inactive",
    "The endpoint is paused or switched off: enable it first.",
  );
}
