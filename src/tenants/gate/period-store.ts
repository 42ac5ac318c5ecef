import { periodOf, startOf, type Period } from "./period.ts";

export interface PeriodRow extends Record<string, SqlStorageValue> {
  period: string;
  quota: number;
  /** The highest threshold, in percent, that was told. */
  told: number;
  closed_at: number | null;
  used: number | null;
  lost: number | null;
}

/** A tenant's months: their quotas, which thresholds were told, and their totals once closed. */
export class PeriodStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  find(period: Period): PeriodRow | undefined {
    return this.sql.exec<PeriodRow>("SELECT * FROM periods WHERE period = ?", period).toArray()[0];
  }

  /** Opens the period with this quota if it is new; gives the quota that it has. */
  open(period: Period, quota: number): number {
    this.sql.exec(
      `INSERT INTO periods (period, quota, told, closed_at, used, lost)
         VALUES (?, ?, 0, NULL, NULL, NULL) ON CONFLICT DO NOTHING`,
      period,
      quota,
    );
    return this.find(period)?.quota ?? quota;
  }

  changeQuota(period: Period, quota: number): void {
    this.sql.exec(
      "UPDATE periods SET quota = ? WHERE period = ? AND closed_at IS NULL",
      quota,
      period,
    );
  }

  /**
   * To be called when the quota changes: keeps the last month's quota, if it is not kept yet, and
   * this month's.
   */
  noteQuota(period: Period, quota: number, before: number): void {
    const ended = periodOf(startOf(period) - 1);
    this.sql.exec(
      "INSERT INTO quotas (until, quota) VALUES (?, ?) ON CONFLICT DO NOTHING",
      ended,
      before,
    );
    this.sql.exec(
      `INSERT INTO quotas (until, quota)
         VALUES (?, ?) ON CONFLICT DO UPDATE SET quota = excluded.quota`,
      period,
      quota,
    );
  }

  /** The quota of a month without calls; undefined if it has not changed since. */
  quotaOf(period: Period): number | undefined {
    return this.sql
      .exec<{ quota: number }>(
        "SELECT quota FROM quotas WHERE until >= ? ORDER BY until LIMIT 1",
        period,
      )
      .toArray()[0]?.quota;
  }

  /** From then on only thresholds above this one are told. */
  setTold(period: Period, percent: number): void {
    this.sql.exec("UPDATE periods SET told = ? WHERE period = ?", percent, period);
  }

  stillOpen(before: Period): string[] {
    return this.sql
      .exec<{ period: string }>(
        "SELECT period FROM periods WHERE closed_at IS NULL AND period < ?",
        before,
      )
      .toArray()
      .map(({ period }) => period);
  }

  /** Freezes the month: from then on its totals never change. */
  close(period: Period, used: number, lost: number, at: number): void {
    this.sql.exec(
      "UPDATE periods SET closed_at = ?, used = ?, lost = ? WHERE period = ? AND closed_at IS NULL",
      at,
      used,
      lost,
      period,
    );
  }
}
