import type { Listing } from "./read-history.ts";

const DAY = 86_400;
/** Days after its first listing at which it is asked whether an indicator will be listed again. */
export const AGES = [1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120];
/** After the question there must be so much history to answer it. */
const ROOM = 60 * DAY;

/** Of the indicators that were asked about at an age, how many were listed again later. */
export interface Relisted {
  days: number;
  asked: number;
  again: number;
}

/**
 * Asks of each indicator that was first listed within a time, knowing nothing but that first
 * listing. `end` is where the known history ends; what was listed beyond it is left out, because
 * what was known of it then can no longer be told.
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

/** Mean squared error of a forecast by age; every age weighs the same. */
export function brier(seen: readonly Relisted[], chanceAt: (days: number) => number): number {
  const errors = seen.map(({ days, asked, again }) => {
    const chance = chanceAt(days);
    return (again * (1 - chance) ** 2 + (asked - again) * chance ** 2) / asked;
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
