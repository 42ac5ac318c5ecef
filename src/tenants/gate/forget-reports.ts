import { DAY_MS, keptAt } from "../../platform/index.ts";

const GIB = 1024 ** 3;

/** How long a report's line is kept: the previous month's invoice can be checked against it. */
const KEPT_MS = 62 * DAY_MS;
/** An object holds 10 GB, so a busy gate keeps its lines for a shorter time. */
const KEPT_WHEN_LARGE = [
  [5 * GIB, 2 * DAY_MS],
  [2 * GIB, 14 * DAY_MS],
] as const;
/** The most lines of one turn of the alarm, because the gate waits meanwhile. */
const MOST_LINES = 50_000;

/** Deletes lines of reports that are too old, and says whether there may be more. */
export function forgetReports(
  sql: Pick<SqlStorage, "exec" | "databaseSize">,
  now: number,
): boolean {
  const { rowsWritten } = sql.exec(
    `DELETE FROM ledger WHERE (lease_id, seq, price_id, key_id, module) IN
       (SELECT lease_id, seq, price_id, key_id, module FROM ledger
         WHERE at < ? ORDER BY at LIMIT ?)`,
    now - (keptAt(KEPT_WHEN_LARGE, sql.databaseSize) ?? KEPT_MS),
    MOST_LINES,
  );
  return rowsWritten >= MOST_LINES;
}
