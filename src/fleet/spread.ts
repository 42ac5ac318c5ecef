import { shareOf } from "../certificates/renewal-window.ts";

export const MIN_RETRY_SECONDS = 30;
const INTERVAL_SPREAD = 0.1;

/** Each agent's own interval, within a tenth of the common one, so that a fleet does not march. */
export function spreadInterval(agentId: string, intervalS: number): number {
  return Math.round(intervalS * (1 - INTERVAL_SPREAD + 2 * INTERVAL_SPREAD * shareOf(agentId)));
}

/**
 * When a refused agent may come again: a base, and then anywhere within one interval of its own.
 * From there on it comes at that interval, so a fleet refused in one moment returns at its steady
 * rate. The spread is added after every bound, never cut by one: a clamped spread is a herd again.
 */
export function retryAfter(agentId: string, intervalS: number, baseS = MIN_RETRY_SECONDS): number {
  const own = spreadInterval(agentId, intervalS);
  return Math.max(baseS, MIN_RETRY_SECONDS) + Math.ceil(shareOf(`${agentId} retry`) * own);
}
