import { refuse, type Refusal } from "../../http/index.ts";
import { MAX_ROWS } from "../indexes/reference.ts";
import type { TableHeader } from "../segments/layout.ts";
import type { BuiltFeed } from "./build-from-feed.ts";

export const MAX_BAD_SHARE = 0.05;
/** The share of the rows before that must be left. */
export const MIN_REMAINING_SHARE = 0.5;

/** Refuses a feed that is broken, or much shorter than the one before. */
export function judgeFeed(
  { rows, badLines, firstBadLines, trouble }: Omit<BuiltFeed, "builder">,
  rowsBefore: number,
): Refusal | undefined {
  if (trouble !== undefined) return refuseFeed(trouble.error, trouble.message);
  const details = firstBadLines.map(({ line, reason }) => ({
    path: `line ${line}`,
    message: reason,
  }));
  if (rows === 0) {
    return refuseFeed("feed_empty", "The feed has no usable line.", { details });
  }
  if (badLines > (rows + badLines) * MAX_BAD_SHARE) {
    const message = `${badLines} of ${rows + badLines} lines are bad, more than ${MAX_BAD_SHARE * 100} %.`;
    return refuseFeed("feed_bad_lines", message, { details });
  }
  if (rows < rowsBefore * MIN_REMAINING_SHARE) {
    const message = `The feed has ${rows} rows and had ${rowsBefore}: it shrank by more than half.`;
    return refuseFeed("feed_shrank", message);
  }
  return undefined;
}

/** Refuses tables with more rows than a reference can number (indexes/reference.ts). */
export function judgeTables(
  tables: readonly Pick<TableHeader, "rows" | "filter">[],
): Refusal | undefined {
  const isTooLong = tables.some(({ rows, filter }) => filter === undefined && rows > MAX_ROWS);
  const message = `A source may have at most ${MAX_ROWS} blocks or IPv6 addresses.`;
  return isTooLong ? refuseFeed("no_room", message) : undefined;
}

export function refuseFeed(
  error: string,
  message: string,
  more: { details?: { path: string; message: string }[] } = {},
): Refusal {
  return refuse(422, error, message, more);
}
