import { ageOf } from "./age-of.ts";
import { MINUTE_MS } from "./spans.ts";

/** Lines of the log that many calls would repeat are written once in this time. */
export const TELL_AFTER_MS = MINUTE_MS;

/** Gives a function that is true at most once in this time. */
export function seldom(everyMs = TELL_AFTER_MS): (now: number) => boolean {
  let toldAt = -Infinity;
  return (now) => {
    const isTime = ageOf(toldAt, now) >= everyMs;
    if (isTime) toldAt = now;
    return isTime;
  };
}
