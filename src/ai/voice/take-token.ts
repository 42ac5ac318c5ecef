import { refuse, type Refusal } from "../../http/index.ts";
import { ageOf, MINUTE_MS, remember } from "../../platform/index.ts";

const MOST = 10;
const WINDOW_MS = MINUTE_MS;
const MAX_PEOPLE = 5_000;

const taken = new Map<string, { since: number; count: number }>();

/** Counts a browser's tokens: it needs one in several minutes. Each isolate counts for itself. */
export function takeToken(subject: string, now: number): void | Refusal {
  const before = taken.get(subject);
  if (before === undefined || ageOf(before.since, now) >= WINDOW_MS) {
    remember(taken, subject, { since: now, count: 1 }, MAX_PEOPLE);
    return;
  }
  before.count += 1;
  if (before.count <= MOST) return;
  return refuse(429, "too_many_tokens", "Too many speech tokens for one person.", {
    retryAfterSeconds: (before.since + WINDOW_MS - now) / 1_000,
  });
}
