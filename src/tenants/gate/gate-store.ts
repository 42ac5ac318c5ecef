import { CREATE_TABLES } from "./gate-tables.ts";
import { counterName, type Delta, type LeaseRow } from "./quota-book.ts";
import type { Counter, LeaseRequest } from "./lease.ts";
import { periodOf, startOf, type Period } from "./period.ts";

export interface PeriodRow extends Record<string, SqlStorageValue> {
  period: string;
  quota: number;
  /** Highest threshold, in percent, that was told. */
  told: number;
  closed_at: number | null;
  used: number | null;
  lost: number | null;
}

export interface UsageRow extends Record<string, SqlStorageValue> {
  hour: string;
  price_id: string;
  module: string;
  key_id: string;
  calls: number;
  units: number;
}

/** All SQL of a tenant's gate, over the object's own storage. */
export class GateStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(CREATE_TABLES);
  }

  leases(period: Period): LeaseRow[] {
    const rows = this.sql.exec<Omit<LeaseRow, "lost"> & { lost: number }>(
      "SELECT id, granted, used, returned, deadline, lost, seq FROM leases WHERE period = ?",
      period,
    );
    return rows.toArray().map((row) => ({ ...row, lost: row.lost === 1 }));
  }

  counters(period: Period): [string, Counter][] {
    const rows = this.sql.exec<{
      lease_id: string;
      price_id: string;
      key_id: string;
      module: string;
      calls: number;
      units: number;
    }>(`SELECT c.* FROM counters c JOIN leases l ON l.id = c.lease_id WHERE l.period = ?`, period);
    return rows.toArray().map(({ lease_id, price_id, key_id, module, calls, units }) => {
      const counter = { priceId: price_id, keyId: key_id, module, calls, units };
      return [counterName(lease_id, counter), counter];
    });
  }

  saveLease(period: Period, lease: LeaseRow): void {
    const { id, granted, used, returned, deadline, lost, seq } = lease;
    this.sql.exec(
      `INSERT INTO leases (id, period, granted, used, returned, deadline, lost, seq)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
         granted = excluded.granted, used = excluded.used, returned = excluded.returned,
         deadline = excluded.deadline, lost = excluded.lost, seq = excluded.seq`,
      id,
      period,
      granted,
      used,
      returned,
      deadline,
      lost ? 1 : 0,
      seq,
    );
  }

  /** A report: its counters, a ledger line for each, and the hour that it falls into. */
  saveReport(request: LeaseRequest, deltas: Delta[], period: Period, at: number, late: boolean) {
    const hour = new Date(at).toISOString().slice(0, 13);
    for (const { priceId, keyId, module, calls, units } of deltas) {
      this.sql.exec(
        `INSERT INTO counters (lease_id, price_id, key_id, module, calls, units)
           VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, units = units + excluded.units`,
        request.leaseId,
        priceId,
        keyId,
        module,
        calls,
        units,
      );
      this.sql.exec(
        `INSERT INTO ledger (lease_id, seq, at, period, price_id, key_id, module, calls, units, late)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        request.leaseId,
        request.seq,
        at,
        period,
        priceId,
        keyId,
        module,
        calls,
        units,
        late ? 1 : 0,
      );
      this.sql.exec(
        "INSERT INTO key_use (key_id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
        keyId,
        at,
      );
      if (late) continue;
      this.sql.exec(
        `INSERT INTO usage_hours (hour, price_id, module, key_id, calls, units, unsent)
           VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET
           calls = calls + excluded.calls, units = units + excluded.units, unsent = 1`,
        hour,
        priceId,
        module,
        keyId,
        calls,
        units,
      );
    }
  }

  period(period: Period): PeriodRow | undefined {
    return this.sql.exec<PeriodRow>("SELECT * FROM periods WHERE period = ?", period).toArray()[0];
  }

  /** Opens the period with this quota if it is new; gives the quota that it has. */
  openPeriod(period: Period, quota: number): number {
    this.sql.exec(
      `INSERT INTO periods (period, quota, told, closed_at, used, lost)
         VALUES (?, ?, 0, NULL, NULL, NULL) ON CONFLICT DO NOTHING`,
      period,
      quota,
    );
    return this.period(period)?.quota ?? quota;
  }

  changeQuota(period: Period, quota: number): void {
    this.sql.exec(
      "UPDATE periods SET quota = ? WHERE period = ? AND closed_at IS NULL",
      quota,
      period,
    );
  }

  /**
   * At a change of the quota: keeps what the last month had (if it is not kept yet) and this one has.
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

  /** The quota of a month without calls; undefined if it did not change since. */
  quotaOf(period: Period): number | undefined {
    return this.sql
      .exec<{ quota: number }>(
        "SELECT quota FROM quotas WHERE until >= ? ORDER BY until LIMIT 1",
        period,
      )
      .toArray()[0]?.quota;
  }

  /** From here on only thresholds above this one are told. */
  setTold(period: Period, percent: number): void {
    this.sql.exec("UPDATE periods SET told = ? WHERE period = ?", percent, period);
  }

  openPeriods(before: Period): string[] {
    return this.sql
      .exec<{ period: string }>(
        "SELECT period FROM periods WHERE closed_at IS NULL AND period < ?",
        before,
      )
      .toArray()
      .map(({ period }) => period);
  }

  /** Freezes the month: from here on its totals never change. */
  closePeriod(period: Period, used: number, lost: number, at: number): void {
    this.sql.exec(
      "UPDATE periods SET closed_at = ?, used = ?, lost = ? WHERE period = ? AND closed_at IS NULL",
      at,
      used,
      lost,
      period,
    );
    // The month before can hardly be reported on any more.
    this.sql.exec(
      "DELETE FROM counters WHERE lease_id IN (SELECT id FROM leases WHERE period < ?)",
      period,
    );
    this.sql.exec("DELETE FROM leases WHERE period < ?", period);
  }

  usage(period: Period): UsageRow[] {
    return this.sql
      .exec<UsageRow>(
        `SELECT hour, price_id, module, key_id, calls, units FROM usage_hours
         WHERE hour >= ? AND hour < ? ORDER BY hour`,
        `${period}-01`,
        `${period}-32`,
      )
      .toArray();
  }

  unsentUsage(limit: number): UsageRow[] {
    return this.sql
      .exec<UsageRow>(
        `SELECT hour, price_id, module, key_id, calls, units FROM usage_hours
         WHERE unsent = 1 ORDER BY hour LIMIT ?`,
        limit,
      )
      .toArray();
  }

  /** Only what has not moved since it was read: a report in between keeps its hour unsent. */
  markSent(rows: UsageRow[]): void {
    for (const { hour, price_id, module, key_id, units } of rows) {
      this.sql.exec(
        `UPDATE usage_hours SET unsent = 0
         WHERE hour = ? AND price_id = ? AND module = ? AND key_id = ? AND units = ?`,
        hour,
        price_id,
        module,
        key_id,
        units,
      );
    }
  }

  lastUses(): Record<string, number> {
    const rows = this.sql.exec<{ key_id: string; at: number }>("SELECT * FROM key_use").toArray();
    return Object.fromEntries(rows.map(({ key_id, at }) => [key_id, at]));
  }

  tell(period: Period, percent: number, id: string, type: string, data: object, at: number): void {
    this.setTold(period, percent);
    this.sql.exec(
      "INSERT INTO outbox (id, type, data, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      id,
      type,
      JSON.stringify(data),
      at,
    );
  }

  outbox(): { id: string; type: string; data: string; at: number }[] {
    return this.sql
      .exec<{ id: string; type: string; data: string; at: number }>(
        "SELECT * FROM outbox ORDER BY at LIMIT 20",
      )
      .toArray();
  }

  clearOutbox(ids: string[]): void {
    for (const id of ids) this.sql.exec("DELETE FROM outbox WHERE id = ?", id);
  }
}
