import { ageOf } from "./age-of.ts";

/** A line of the log that each of many calls would leave is left once in this time. */
export const TELL_AFTER_MS = 60_000;

/** Whether it is time to tell again. */
export function seldom(everyMs = TELL_AFTER_MS): (now: number) => boolean {
  let toldAt = -Infinity;
  return (now) => {
    const isTime = ageOf(toldAt, now) >= everyMs;
    if (isTime) toldAt = now;
    return isTime;
  };
}
