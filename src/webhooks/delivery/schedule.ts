import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../platform/index.ts";

const SECOND_MS = 1_000;

/** Waiting times after the first, second, ... attempt. After the last one the delivery has failed. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = DAY_MS;

/** When to try again after so many attempts; null after the last. */
export function nextAttemptAt(
  attempts: number,
  retryAfterSeconds: number | undefined,
  now: number,
  random: () => number,
): number | null {
  const delay = DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay * (1 + JITTER * (2 * random() - 1));
  const retryAfterMs = Math.min((retryAfterSeconds ?? 0) * SECOND_MS, MAX_RETRY_AFTER_MS);
  return now + Math.round(Math.max(spread, retryAfterMs));
}

const OPEN_AFTER_FAILURES = 10;
const FIRST_PROBE_MS = 5 * MINUTE_MS;
const LONGEST_PROBE_MS = HOUR_MS;

/** How many more failures open the breaker; 0 while it is open. */
export function failuresLeft(failuresInARow: number): number {
  return Math.max(0, OPEN_AFTER_FAILURES - failuresInARow);
}

/** How long an open breaker waits for its next probe; null while it is closed. */
export function probeDelay(failuresInARow: number): number | null {
  const beyond = failuresInARow - OPEN_AFTER_FAILURES;
  if (beyond < 0) return null;
  return Math.min(LONGEST_PROBE_MS, FIRST_PROBE_MS * 2 ** Math.min(beyond, 8));
}

const DEAD_AFTER_MS = 5 * DAY_MS;
const DEAD_AFTER_ATTEMPTS = 20;

/** When an endpoint that goes on failing has failed for too long. */
export function deadAfter(failingSince: number): number {
  return failingSince + DEAD_AFTER_MS;
}

/** Whether an endpoint has been silent for so long that it is switched off. */
export function isDead(failuresInARow: number, failingSince: number, now: number): boolean {
  return failuresInARow >= DEAD_AFTER_ATTEMPTS && now >= deadAfter(failingSince);
}

/** How long a delivery may be due without being sent. */
export const MOST_DAYS_OVERDUE = 14;
const MAX_OVERDUE_MS = MOST_DAYS_OVERDUE * DAY_MS;

/** Deliveries due before this are given up: their receiver is slower than its events. */
export function overdueBefore(now: number): number {
  return now - MAX_OVERDUE_MS;
}

const WARNINGS_PERCENT = [90, 70, 50];

/** How near the endpoint is to being switched off: the highest step reached, 0 before the first. */
export function warningDue(failuresInARow: number, failingSince: number, now: number): number {
  const ofTime = (now - failingSince) / DEAD_AFTER_MS;
  const share = Math.min(ofTime, failuresInARow / DEAD_AFTER_ATTEMPTS);
  return WARNINGS_PERCENT.find((percent) => share * 100 >= percent) ?? 0;
}
