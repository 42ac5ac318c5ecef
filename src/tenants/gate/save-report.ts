import { hourOf } from "../../platform/index.ts";
import { UNLESS_ERASED } from "./unless-erased.ts";
import type { LeaseRequest } from "./lease.ts";
import type { Period } from "./period.ts";
import type { Delta } from "./quota-book.ts";

/** The month and time of a report. A late one comes after its month was closed. */
interface Moment {
  period: Period;
  at: number;
  late: boolean;
}

/** Saves a report: its counters, a ledger line for each, and the usage of its hour. */
export function saveReport(
  sql: SqlStorage,
  request: LeaseRequest,
  deltas: Delta[],
  moment: Moment,
): void {
  for (const delta of deltas) {
    count(sql, request, delta);
    enterIntoLedger(sql, request, delta, moment);
    noteKeyUse(sql, delta, moment);
    if (!moment.late) addToHour(sql, delta, moment);
  }
}

function count(
  sql: SqlStorage,
  { leaseId }: LeaseRequest,
  { priceId, keyId, module, calls, units }: Delta,
): void {
  const counter = [leaseId, priceId, keyId, module, calls, units];
  sql.exec(
    `INSERT INTO counters (lease_id, price_id, key_id, module, calls, units)
       VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, units = units + excluded.units`,
    ...counter,
  );
}

function enterIntoLedger(
  sql: SqlStorage,
  { leaseId, seq }: LeaseRequest,
  { priceId, keyId, module, calls, units }: Delta,
  { period, at, late }: Moment,
): void {
  const line = [leaseId, seq, at, period, priceId, keyId, module, calls, units, late ? 1 : 0];
  sql.exec(
    `INSERT INTO ledger (lease_id, seq, at, period, price_id, key_id, module, calls, units, late)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ...line,
  );
}

function noteKeyUse(sql: SqlStorage, { keyId }: Delta, { at }: Moment): void {
  sql.exec(
    `INSERT INTO key_use (key_id, at) SELECT ?, ? ${UNLESS_ERASED}
     ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`,
    keyId,
    at,
  );
}

function addToHour(
  sql: SqlStorage,
  { priceId, keyId, module, calls, units }: Delta,
  { at }: Moment,
): void {
  const share = [hourOf(at), priceId, module, keyId, calls, units];
  sql.exec(
    `INSERT INTO usage_hours (hour, price_id, module, key_id, calls, units, unsent)
       VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET
       calls = calls + excluded.calls, units = units + excluded.units, unsent = 1`,
    ...share,
  );
}
