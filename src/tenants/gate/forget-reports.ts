/** Who disputes a report has its line for so long; hours and months stay. */
const LINES_KEPT_MS = 14 * 86_400_000;
/** In one turn of the alarm, which comes by the hour: more than a busy tenant's isolates report. */
const MOST_LINES_FORGOTTEN = 100_000;

/** Each isolate reports every few seconds, and an object holds 10 GB. */
export function forgetReports(sql: SqlStorage, now: number): void {
  sql.exec(
    `DELETE FROM ledger WHERE (lease_id, seq, price_id, key_id, module) IN
       (SELECT lease_id, seq, price_id, key_id, module FROM ledger
         WHERE at < ? ORDER BY at LIMIT ?)`,
    now - LINES_KEPT_MS,
    MOST_LINES_FORGOTTEN,
  );
}
