import { sql } from "drizzle-orm";
import { failureOf } from "../../http/index.ts";
import { database, livePlatform, type Database } from "../../platform/index.ts";
import { dispatch } from "../dispatch.ts";
import { tenantEvents, usageHours } from "../tables.ts";
import type { GateStore, UsageRow } from "./gate-store.ts";

const MAX_ROWS = 500;
/** So that a tenant with many keys does not hold its gate for long. */
const MAX_ROUNDS = 10;
/** After a turn that left something over. */
const AGAIN_MS = 10_000;
/** After one that failed: a database with too much to do is not asked at once by all gates. */
const LATER_MS = 60_000;

/**
 * Writes the gate's hours of usage and its events to D1, and says in how many milliseconds to come
 * again with what is left. Never throws: the platform gives a failing alarm up after six tries.
 */
export async function sendRollups(
  env: Cloudflare.Env,
  store: GateStore,
  tenantId: string,
): Promise<number | undefined> {
  try {
    return (await carry(env, store, tenantId)) ? AGAIN_MS : undefined;
  } catch (error) {
    const reason = failureOf(error);
    livePlatform.log({ level: "warn", event: "usage_unsent", tenantId, reason });
    return LATER_MS;
  }
}

/** True when there is more to carry. Repeating it changes nothing. */
async function carry(env: Cloudflare.Env, store: GateStore, tenantId: string): Promise<boolean> {
  const db = database(env);
  await dispatch(env, await sendEvents(db, store, tenantId), livePlatform);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rows = store.unsentUsage(MAX_ROWS);
    await sendHours(db, store, tenantId, rows);
    if (rows.length < MAX_ROWS) return false;
  }
  return store.unsentUsage(1).length > 0;
}

/** Numbers of an hour only grow, so a late write does not undo a newer one. */
async function sendHours(db: Database, store: GateStore, tenantId: string, rows: UsageRow[]) {
  if (rows.length === 0) return;
  const packed = JSON.stringify(rows);
  await db.run(sql`
    insert into ${usageHours} (tenant_id, hour, price_id, module, key_id, calls, units)
    select ${tenantId}, value ->> 'hour', value ->> 'price_id', value ->> 'module',
      value ->> 'key_id', value ->> 'calls', value ->> 'units'
    from json_each(${packed}) where true
    on conflict do update
      set calls = max(calls, excluded.calls), units = max(units, excluded.units)`);
  store.markSent(rows);
}

async function sendEvents(db: Database, store: GateStore, tenantId: string): Promise<string[]> {
  const events = store.outbox();
  if (events.length === 0) return [];
  const rows = events.map(({ id, type, data, at }) => ({
    id,
    tenantId,
    type,
    data: JSON.parse(data) as Record<string, unknown>,
    createdAt: at,
  }));
  await db.insert(tenantEvents).values(rows).onConflictDoNothing();
  const ids = events.map(({ id }) => id);
  store.clearOutbox(ids);
  return ids;
}
