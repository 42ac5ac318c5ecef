import { DAY_MS } from "../../platform/index.ts";
import type { Decay } from "../sources/source.ts";

const SECOND_MS = 1000;
/** A source that can no longer be fetched counts for so many of its intervals, and at least so long. */
const SILENT_INTERVALS = 3;
const SILENT_MS = 7 * DAY_MS;

/** MISP's polynomial: 1 while listed, 0 from tau on. */
export function decayAfter(days: number, { tauDays, delta }: Decay): number {
  if (days <= 0) return 1;
  return days >= tauDays ? 0 : 1 - (days / tauDays) ** (1 / delta);
}

export interface Listing {
  /** Unix seconds; 0 while listed. */
  gone: number;
  confirmedAt: number;
  intervalSeconds: number;
}

/** Days since the source last listed it, or since a source that cannot be fetched stopped counting. */
export function daysSinceListed(
  { gone, confirmedAt, intervalSeconds }: Listing,
  now: number,
): number {
  const patience = Math.max(SILENT_MS, intervalSeconds * SECOND_MS * SILENT_INTERVALS);
  const until = gone > 0 ? gone * SECOND_MS : confirmedAt + patience;
  return Math.max(0, now - until) / DAY_MS;
}
