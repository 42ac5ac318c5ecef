import { shareOf } from "../certificates/renewal-window.ts";

export const MIN_RETRY_SECONDS = 30;
const INTERVAL_SPREAD = 0.1;

/**
 * An agent's own interval, within a tenth of the common one, so that a fleet does not call at once.
 */
export function spreadInterval(agentId: string, intervalS: number): number {
  return Math.round(intervalS * (1 - INTERVAL_SPREAD + 2 * INTERVAL_SPREAD * shareOf(agentId)));
}

/**
 * When a refused agent may come back: after half an interval, spread over one, so that a fleet that
 * was refused at once comes back at its usual rate, and one that is refused for long calls no more
 * often than usual. The spread is added after all limits: a limit on the sum would bring the agents
 * together again.
 */
export function retryAfter(agentId: string, intervalS: number, baseS = intervalS / 2): number {
  const own = spreadInterval(agentId, intervalS);
  return Math.max(baseS, MIN_RETRY_SECONDS) + Math.ceil(shareOf(`${agentId} retry`) * own);
}
