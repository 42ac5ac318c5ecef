import type { Counter } from "./lease.ts";
import type { Period } from "./period.ts";
import { counterName, type LeaseRow } from "./quota-book.ts";

/** The leases that a tenant's isolates hold, and what each has reported so far. */
export class LeaseStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  of(period: Period): LeaseRow[] {
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

  save(period: Period, lease: LeaseRow): void {
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

  forgetBefore(period: Period): void {
    this.sql.exec(
      "DELETE FROM counters WHERE lease_id IN (SELECT id FROM leases WHERE period < ?)",
      period,
    );
    this.sql.exec("DELETE FROM leases WHERE period < ?", period);
  }
}
