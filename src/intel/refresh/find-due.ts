import { ageOf } from "../../platform/index.ts";
import type { KnownSource } from "../store.ts";

/**
 * The sources that are due, the longest due first. One whose publisher failed may be slow and hold up
 * the others, so it counts as due an interval later where others are.
 */
export function findDue(sources: readonly KnownSource[], now: number): KnownSource[] {
  return sources
    .filter((known) => leftOf(known, now, 1) <= 0)
    .toSorted((one, other) => turnOf(one, now) - turnOf(other, now));
}

function turnOf(known: KnownSource, now: number): number {
  return leftOf(known, now, known.row.failedAt === null ? 1 : 2);
}

/** The time that is left until so many intervals are over. */
function leftOf({ source, row }: KnownSource, now: number, intervals: number): number {
  return intervals * source.intervalSeconds * 1000 - ageOf(row.checkedAt, now);
}
