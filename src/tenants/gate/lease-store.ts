import { HOUR_MS } from "../../platform/index.ts";
import type { Counter, LeaseRequest } from "./lease.ts";
import type { Period } from "./period.ts";
import { counterName, QuotaBook, type LeaseRow, type Sums } from "./quota-book.ts";

/**
 * Leases that have been silent for longer are kept as sums only, until they report again: over a
 * month many isolates leave more leases than an object has memory for.
 */
const SILENT_MS = HOUR_MS;

/** The leases that a tenant's isolates hold, and what each has reported so far. */
export class LeaseStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** The account of a period, as stored. */
  open(period: Period, quota: number, now: number): QuotaBook {
    const since = now - SILENT_MS;
    const silent = this.sql.exec<Sums & Record<string, SqlStorageValue>>(
      `SELECT ifnull(sum(used), 0) AS used,
         ifnull(sum(max(0, granted - used - returned)), 0) AS outstanding
       FROM leases WHERE period = ? AND deadline <= ?`,
      period,
      since,
    );
    const which = ["l.period = ? AND l.deadline > ?", period, since] as const;
    return new QuotaBook(quota, this.leases(...which), this.counters(...which), silent.one());
  }

  /** Loads a silent lease of the period into the account when it reports again. */
  bringBack(account: QuotaBook, period: Period, id: string): void {
    if (account.leases.has(id)) return;
    const which = ["l.period = ? AND l.id = ?", period, id] as const;
    for (const lease of this.leases(...which)) account.bringBack(lease, this.counters(...which));
  }

  /**
   * Whether a first question arrives after a later one of its lease, which was counted in a past
   * month.
   */
  wasOvertaken(period: Period, { leaseId, seq }: Pick<LeaseRequest, "leaseId" | "seq">): boolean {
    const later = this.sql.exec(
      "SELECT 1 FROM leases WHERE id = ? AND period <> ? AND seq >= ?",
      leaseId,
      period,
      seq,
    );
    return later.toArray().length > 0;
  }

  private leases(which: string, ...values: SqlStorageValue[]): LeaseRow[] {
    const rows = this.sql.exec<Omit<LeaseRow, "lost"> & { lost: number }>(
      `SELECT id, granted, used, returned, deadline, lost, seq FROM leases l WHERE ${which}`,
      ...values,
    );
    return rows.toArray().map((row) => ({ ...row, lost: row.lost === 1 }));
  }

  private counters(which: string, ...values: SqlStorageValue[]): [string, Counter][] {
    const rows = this.sql.exec<{
      lease_id: string;
      price_id: string;
      key_id: string;
      module: string;
      calls: number;
      units: number;
    }>(`SELECT c.* FROM counters c JOIN leases l ON l.id = c.lease_id WHERE ${which}`, ...values);
    return rows.toArray().map(({ lease_id, price_id, key_id, module, calls, units }) => {
      const counter = { priceId: price_id, keyId: key_id, module, calls, units };
      return [counterName(lease_id, counter), counter];
    });
  }

  /**
   * Stores a lease. Its month can change: if its first answers were lost, it belongs to the month in
   * which it reports next.
   */
  save(period: Period, lease: LeaseRow): void {
    const { id, granted, used, returned, deadline, lost, seq } = lease;
    this.sql.exec(
      `INSERT INTO leases (id, period, granted, used, returned, deadline, lost, seq)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
         period = excluded.period, granted = excluded.granted, used = excluded.used, returned = excluded.returned,
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

  forgetBefore(period: Period): void {
    this.sql.exec(
      "DELETE FROM counters WHERE lease_id IN (SELECT id FROM leases WHERE period < ?)",
      period,
    );
    this.sql.exec("DELETE FROM leases WHERE period < ?", period);
  }
}
