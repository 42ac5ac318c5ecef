import { sql } from "drizzle-orm";
import { failureOf } from "../../http/index.ts";
import { MINUTE_MS, database, livePlatform, type Database } from "../../platform/index.ts";
import { dispatch } from "../dispatch.ts";
import { tenantEvents, usageHours } from "../tables.ts";
import type { HourStore, UsageRow } from "./hour-store.ts";
import type { OutboxStore } from "./outbox-store.ts";

const MAX_ROWS = 500;
/** Limited, so that a tenant with many keys does not occupy its gate for long. */
const MAX_ROUNDS = 10;
/** The pause after a turn that left something. */
const AGAIN_MS = 10_000;
/** The pause after a turn that failed: a busy database must not be asked by all gates at once. */
const LATER_MS = MINUTE_MS;

/** The tables of a gate that are copied to D1. */
export interface Rollups {
  hours: Pick<HourStore, "unsent" | "markSent">;
  outbox: Pick<OutboxStore, "waiting" | "clear">;
}

/**
 * Writes the gate's hours of usage and its events to D1. Gives in how many milliseconds to send again
 * what is left. Never throws, because the platform gives up a failing alarm after six tries.
 */
export async function sendRollups(
  env: Cloudflare.Env,
  rollups: Rollups,
  tenantId: string,
): Promise<number | undefined> {
  try {
    return (await carry(env, rollups, tenantId)) ? AGAIN_MS : undefined;
  } catch (error) {
    const reason = failureOf(error);
    livePlatform.log({ level: "warn", event: "usage_unsent", tenantId, reason });
    return LATER_MS;
  }
}

/** True if there is more to send. Repeating it changes nothing. */
async function carry(
  env: Cloudflare.Env,
  { hours, outbox }: Rollups,
  tenantId: string,
): Promise<boolean> {
  const db = database(env);
  await dispatch(env, await sendEvents(db, outbox, tenantId), livePlatform);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rows = hours.unsent(MAX_ROWS);
    await sendHours(db, hours, tenantId, rows);
    if (rows.length < MAX_ROWS) return false;
  }
  return hours.unsent(1).length > 0;
}

/** The numbers of an hour only grow, so a late write does not undo a newer one. */
async function sendHours(
  db: Database,
  hours: Rollups["hours"],
  tenantId: string,
  rows: UsageRow[],
) {
  if (rows.length === 0) return;
  const packed = JSON.stringify(rows);
  await db.run(sql`
    insert into ${usageHours} (tenant_id, hour, price_id, module, key_id, calls, units)
    select ${tenantId}, value ->> 'hour', value ->> 'price_id', value ->> 'module',
      value ->> 'key_id', value ->> 'calls', value ->> 'units'
    from json_each(${packed}) where true
    on conflict do update
      set calls = max(calls, excluded.calls), units = max(units, excluded.units)`);
  hours.markSent(rows);
}

async function sendEvents(
  db: Database,
  outbox: Rollups["outbox"],
  tenantId: string,
): Promise<string[]> {
  const events = outbox.waiting();
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
  outbox.clear(ids);
  return ids;
}
