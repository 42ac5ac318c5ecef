import { ageOf } from "./age-of.ts";
import { MINUTE_MS } from "./spans.ts";

/** A line of the log that each of many calls would leave is left once in this time. */
export const TELL_AFTER_MS = MINUTE_MS;

/** Whether it is time to tell again. */
export function seldom(everyMs = TELL_AFTER_MS): (now: number) => boolean {
  let toldAt = -Infinity;
  return (now) => {
    const isTime = ageOf(toldAt, now) >= everyMs;
    if (isTime) toldAt = now;
    return isTime;
  };
}
