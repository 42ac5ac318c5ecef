import { MINUTE_MS } from "../../platform/index.ts";
import type { UsageReport } from "./record.ts";

/** An isolate repeats a report within seconds, or when the tenant is next used there. */
const REPORT_MEMORY_MS = 10 * MINUTE_MS;
/**
 * The newest reports are kept at any age: for a tenant that is seldom used the repeat may take
 * days.
 */
const REPORTS_KEPT = 5_000;

/** Adds an isolate's counts, unless the report was added before. */
export function addUsage(sql: SqlStorage, { id, counts }: UsageReport, at: number): void {
  sql.exec(
    `DELETE FROM usage_reports
    WHERE at < ? AND rowid <= (SELECT max(rowid) FROM usage_reports) - ?`,
    at - REPORT_MEMORY_MS,
    REPORTS_KEPT,
  );
  const known = sql.exec("SELECT 1 FROM usage_reports WHERE id = ?", id).toArray();
  if (known.length > 0) return;
  sql.exec("INSERT INTO usage_reports (id, at) VALUES (?, ?)", id, at);
  for (const { version, encryptions, decryptions } of counts) {
    sql.exec(
      `UPDATE versions SET encryptions = encryptions + ?, decryptions = decryptions + ?,
        last_decrypted_at = CASE WHEN ? > 0 THEN ? ELSE last_decrypted_at END
      WHERE version = ?`,
      encryptions,
      decryptions,
      decryptions,
      at,
      version,
    );
  }
}
