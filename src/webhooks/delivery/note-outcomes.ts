import type { Outcome } from "./attempt.ts";
import { AT_ONCE, type Delivery } from "./delivery-store.ts";
import type { EndpointStores } from "./endpoint-stores.ts";
import { nextAttemptAt } from "./schedule.ts";
import { SWITCH_OFF_REASONS } from "./switch-off-reasons.ts";

export interface Called {
  delivery: Delivery;
  outcome: Outcome;
}

interface Means {
  clock: () => number;
  random: () => number;
}

/** Stores what came of calls to this address. Gives why the endpoint is to be switched off, if it is. */
export function noteOutcomes(
  { config, health, logged, notices }: EndpointStores,
  url: string,
  calls: readonly Called[],
  { clock, random }: Means,
): string | undefined {
  // Answers of an old address say nothing about the health of the new one.
  const hasMoved = config.read()?.url !== url;
  let isGone = false;
  for (const { delivery, outcome } of calls) {
    const gone = outcome.gone && !hasMoved;
    isGone ||= gone;
    if (!hasMoved) noteHealth(health, delivery, outcome, clock());
    const now = clock();
    const tries = delivery.attempts + 1;
    const nextAt = gone ? null : nextAttemptAt(tries, outcome.retryAfterSeconds, now, random);
    logged.saveOutcome(delivery, outcome, nextAt, now);
  }
  if (isGone) return SWITCH_OFF_REASONS.gone;
  if (health.isDead(clock())) return SWITCH_OFF_REASONS.silent;
  notices.noteFailures(health.read(), clock());
  return undefined;
}

function noteHealth(
  health: EndpointStores["health"],
  { due_at }: Delivery,
  { error }: Outcome,
  now: number,
): void {
  const succeeded = error === undefined;
  // A ping is sent even while the breaker is open. If it fails, the next probe comes no later.
  const isNoProbe = due_at === AT_ONCE && health.failuresLeft === 0;
  if (succeeded || !isNoProbe) health.note(succeeded, now);
}
