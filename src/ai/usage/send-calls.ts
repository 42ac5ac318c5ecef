import { sql } from "drizzle-orm";
import type { Database } from "../../platform/index.ts";
import { aiCalls } from "../tables.ts";
import type { CallOutbox } from "./call-outbox.ts";
import type { LedgerRow } from "./metered-call.ts";

/** The most rows in one statement. */
const MOST_ROWS = 500;
/** The most statements in one run; the next run takes the rest. */
const MOST_STATEMENTS = 100;

/**
 * Copies calls that ended into the ledger in D1; true when none is left. Repeating it changes nothing.
 */
export async function sendCalls(db: Database, outbox: CallOutbox): Promise<boolean> {
  for (let statement = 0; statement < MOST_STATEMENTS; statement += 1) {
    const rows = outbox.waiting(MOST_ROWS);
    if (rows.length > 0) await sendRows(db, rows);
    outbox.clear(rows.map(({ id }) => id));
    if (rows.length < MOST_ROWS) return true;
  }
  return false;
}

async function sendRows(db: Database, rows: readonly LedgerRow[]): Promise<void> {
  await db.run(sql`
    insert into ${aiCalls} (id, tenant_id, user_id, operation, provider, model, unit, units_in,
      units_out, cost_micros, pricing_version, latency_ms, status_code, outcome, trace_id,
      created_at)
    select value ->> 'id', value ->> 'tenantId', value ->> 'userId', value ->> 'operation',
      value ->> 'provider', value ->> 'model', value ->> 'unit', value ->> 'unitsIn',
      value ->> 'unitsOut', value ->> 'costMicros', value ->> 'pricingVersion',
      value ->> 'latencyMs', value ->> 'statusCode', value ->> 'outcome', value ->> 'traceId',
      value ->> 'at'
    from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`);
}
