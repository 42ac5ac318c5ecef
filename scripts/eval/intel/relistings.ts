import type { Listing } from "./read-history.ts";

const DAY = 86_400;
/**
 * The ages, in days since the first listing, at which it is asked whether an indicator is listed again.
 */
export const AGES = [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120];
/** How much history must follow a question, so that it can be answered. */
const ROOM = 60 * DAY;

/** How many of the indicators that were asked about at an age were listed again later. */
export interface Relisted {
  days: number;
  asked: number;
  again: number;
}

/**
 * Counts relistings of the indicators that were first listed within a time. `end` is where the known
 * history ends. Indicators listed beyond it are left out, because it cannot be told any more what was
 * known of them then.
 */
export function relistings(
  history: readonly Listing[],
  { from, to, end }: { from: number; to: number; end: number },
): Relisted[] {
  const seen = history.filter(({ first, last }) => first >= from && first < to && last <= end);
  return AGES.map((days) => {
    const asked = seen.filter(({ first }) => first + days * DAY + ROOM <= end);
    const again = asked.filter(({ first, last }) => last > first + days * DAY);
    return { days, asked: asked.length, again: again.length };
  }).filter(({ asked }) => asked > 0);
}

/** The mean squared error of a forecast, by age; every age weighs the same. */
export function brier(seen: readonly Relisted[], chanceAt: (days: number) => number): number {
  const errors = seen.map(({ days, asked, again }) => {
    const chance = chanceAt(days);
    return (again * (1 - chance) ** 2 + (asked - again) * chance ** 2) / asked;
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
