import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import { HourStore, type UsageRow } from "../../src/tenants/gate/hour-store.ts";
import { type Rollups, sendRollups } from "../../src/tenants/gate/send-rollups.ts";
import { usageHours } from "../../src/tenants/tables.ts";

function aRow(key: string, calls: number): UsageRow {
  return {
    hour: "2026-11-23T01",
    price_id: "plan:EUR:1",
    module: "urlsearch",
    key_id: key,
    calls,
    units: 2 * calls,
  };
}

const NOTHING_TO_TELL: Rollups["outbox"] = { waiting: () => [], clear: () => {} };

/** What the object had counted when the sending began. */
function countedSoFar(calls: number): Rollups {
  const row = aRow("key", calls);
  return { hours: { unsent: () => [row], markSent: () => {} }, outbox: NOTHING_TO_TELL };
}

it("an older count of a usage hour that arrives after a newer one does not lower it", async () => {
  const db = database(env);
  const tenantId = `rollup-${crypto.randomUUID()}`;
  for (const calls of [5, 9, 7]) await sendRollups(env, countedSoFar(calls), tenantId);
  const rows = await db.select().from(usageHours).where(eq(usageHours.tenantId, tenantId));
  expect(rows).toMatchObject([{ calls: 9, units: 18 }]);
});

it.each([
  [5_000, undefined],
  [5_001, 10_000],
])(
  "of %i unsent usage hours 5,000 are sent at once, and the rest after (ms): %s",
  async (all, again) => {
    const tenantId = `rollup-${crypto.randomUUID()}`;
    let unsent = Array.from({ length: all }, (_, at) => aRow(`key-${at}`, 1));
    const hours: Rollups["hours"] = {
      unsent: (most) => unsent.slice(0, most),
      markSent: (rows) => {
        unsent = unsent.slice(rows.length);
      },
    };
    expect(await sendRollups(env, { hours, outbox: NOTHING_TO_TELL }, tenantId)).toBe(again);
    expect(unsent).toHaveLength(all - 5_000);
    const kept = await database(env).$count(usageHours, eq(usageHours.tenantId, tenantId));
    expect(kept).toBe(5_000);
  },
);

it("a usage hour is sent again if a call without units was counted during its sending", async () => {
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(`rollup-${crypto.randomUUID()}`));
  const calls = await runInDurableObject(stub, (_gate, { storage: { sql } }) => {
    const hours = new HourStore(sql);
    sql.exec("INSERT INTO usage_hours VALUES ('2026-11-23T01', 'p', 'urlsearch', 'key', 1, 0, 1)");
    const carried = hours.unsent(1);
    sql.exec("UPDATE usage_hours SET calls = 2, unsent = 1");
    hours.markSent(carried);
    return hours.unsent(1).map((row) => row.calls);
  });
  expect(calls).toEqual([2]);
});
