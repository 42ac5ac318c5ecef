import { UNLESS_ERASED } from "./gate-tables.ts";
import type { LeaseRequest } from "./lease.ts";
import type { Period } from "./period.ts";
import type { Delta } from "./quota-book.ts";

/** What a report counts in. A late one comes after its month was closed. */
interface Moment {
  period: Period;
  at: number;
  late: boolean;
}

/** A report: its counters, a ledger line for each, and the hour that it falls into. */
export function saveReport(
  sql: SqlStorage,
  request: LeaseRequest,
  deltas: Delta[],
  { period, at, late }: Moment,
): void {
  const hour = new Date(at).toISOString().slice(0, 13);
  for (const { priceId, keyId, module, calls, units } of deltas) {
    sql.exec(
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
    sql.exec(
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
    sql.exec(
      `INSERT INTO key_use (key_id, at) SELECT ?, ? ${UNLESS_ERASED}
       ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
      keyId,
      at,
    );
    if (late) continue;
    sql.exec(
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
