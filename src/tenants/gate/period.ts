import { monthOf } from "../../platform/index.ts";

/** A month in UTC, `YYYY-MM`, by which quotas, prices and bills count. */
export type Period = string;

export function periodOf(at: number): Period {
  return monthOf(at);
}

export function startOf(period: Period): number {
  return Date.parse(`${period}-01T00:00:00Z`);
}

/** The first moment after the period. */
export function endOf(period: Period): number {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return Date.UTC(year, month, 1);
}

/**
 * The bounds of the hours of a period (`2026-01-31T10`), as text is sorted: from the first on, and
 * before the second.
 */
export function hoursWithin(period: Period): [from: string, before: string] {
  return [`${period}-01`, `${period}-32`];
}

export const PERIOD = /^20\d{2}-(?:0[1-9]|1[0-2])$/;

export function isPeriod(text: string): boolean {
  return PERIOD.test(text);
}
