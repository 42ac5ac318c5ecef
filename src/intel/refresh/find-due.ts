import { ageOf } from "../../platform/index.ts";
import type { KnownSource } from "../store.ts";

/**
 * The sources that are due, the longest due first. One whose publisher failed may be slow and hold up
 * the others, so it counts as due an interval later where others are.
 */
export function findDue(sources: readonly KnownSource[], now: number): KnownSource[] {
  return sources
    .map((known) => ({ known, overdue: overdueOf(known, now) }))
    .filter(({ overdue }) => overdue >= 0)
    .toSorted((one, other) => turnOf(one) - turnOf(other))
    .map(({ known }) => known);
}

interface Due {
  known: KnownSource;
  overdue: number;
}

function overdueOf({ source, row }: KnownSource, now: number): number {
  return ageOf(row.checkedAt, now) - intervalOf(source);
}

function turnOf({ known: { source, row }, overdue }: Due): number {
  return (row.failedAt === null ? 0 : intervalOf(source)) - overdue;
}

function intervalOf({ intervalSeconds }: KnownSource["source"]): number {
  return intervalSeconds * 1000;
}
