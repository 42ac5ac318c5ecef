import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import { call } from "../support/call.ts";
import { dyingDatabase, useDatabase } from "../support/dying-database.ts";
import { expectDescribedEvents } from "../support/described-events.ts";
import { gatedApp } from "../support/gated-app.ts";
import { anApiKey, anOperator, aTenant } from "../support/people.ts";

const QUOTA = 10;

it("a threshold passed only because the quota was lowered makes an event without another call", async () => {
  const as = await anOperator();
  const tenantId = await aTenant();
  const key = await anApiKey(tenantId);
  const path = `/admin/tenants/${tenantId}`;
  let now = Date.now();
  const { ask } = gatedApp({ now: () => now });
  for (const [monthlyQuota, calls] of [
    [100, 6],
    [9, 0],
  ] as const) {
    await call("PATCH", path, { as, body: { monthlyQuota } });
    for (let at = 0; at < calls; at += 1) {
      await ask(tenantId, key);
      now += 15_000;
    }
  }
  const query = `SELECT data ->> 'quota' AS quota, data ->> 'percent' AS percent
    FROM tenant_events WHERE tenant_id = ?`;
  const told = async () => (await env.DB.prepare(query).bind(tenantId).all()).results;
  await expect.poll(told, { timeout: 5_000 }).toEqual([{ quota: 9, percent: 50 }]);
});

it.each([
  ["used", 1],
  ["lowered", 10],
])(
  "each threshold of a quota that is %s at once makes an event, in order",
  async (how, monthlyQuota) => {
    const as = await anOperator();
    const tenantId = await aTenant();
    const path = `/admin/tenants/${tenantId}`;
    await call("PATCH", path, { as, body: { monthlyQuota } });
    const body = { name: "k", scopes: ["urlsearch"] };
    const made = await call("POST", `${path}/api-keys`, { as, body });
    const { key } = await made.json<{ key: string }>();
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    for (let at = 0; at < 2; at += 1) {
      await ask(tenantId, key);
      now += 15_000;
    }
    if (how === "lowered") await call("PATCH", path, { as, body: { monthlyQuota: 1 } });
    const query = `SELECT type, data ->> 'percent' AS percent FROM tenant_events
    WHERE tenant_id = ? ORDER BY created_at, id`;
    const told = async () => (await env.DB.prepare(query).bind(tenantId).all()).results;
    await expect.poll(told, { timeout: 5_000 }).toEqual([
      { type: "quota.threshold", percent: 50 },
      { type: "quota.threshold", percent: 80 },
      { type: "quota.exhausted", percent: 100 },
    ]);
  },
);

it("the first refused call makes a quota.exhausted event, which is dispatched at once", async () => {
  const as = await anOperator();
  const tenantId = await aTenant();
  const path = `/admin/tenants/${tenantId}`;
  await call("PATCH", path, { as, body: { monthlyQuota: QUOTA } });
  const body = { name: "k", scopes: ["urlsearch"] };
  const { key } = await (
    await call("POST", `${path}/api-keys`, { as, body })
  ).json<{
    key: string;
  }>();
  const now = Date.now();
  const { ask } = gatedApp({ now: () => now });
  for (let at = 0; at < QUOTA; at += 1) expect((await ask(tenantId, key)).status).toBe(200);
  expect((await ask(tenantId, key)).status).toBe(429);
  const query = "SELECT type FROM tenant_events WHERE tenant_id = ? AND dispatched_at IS NOT NULL";
  const fannedOut = () => env.DB.prepare(query).bind(tenantId).raw();
  await expect.poll(fannedOut, { timeout: 20_000 }).toContainEqual(["quota.exhausted"]);
  await expectDescribedEvents(tenantId);
});

it("a threshold event that D1 refuses is due again a minute later, even if the gate was evicted", async () => {
  const tenantId = await aTenant();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const now = Date.parse("2031-05-20T10:05:00Z");
  const counter = { priceId: "team:EUR:400", keyId: "k", module: "antispam" };
  const nothing = { leaseId: "l", period: null, received: 0, returned: 0, epoch: 0 };
  await runInDurableObject(stub, (gate: TenantGate) => {
    gate.clock = () => now;
  });
  await stub.lease({ ...nothing, seq: 1, counters: [], wants: 400_000 });
  await runInDurableObject(stub, (gate: TenantGate) => useDatabase(gate, dyingDatabase(0)));
  const spent = [{ ...counter, calls: 1, units: 250_000 }];
  await stub.lease({ ...nothing, seq: 2, received: 250_000, counters: spent, wants: 0 });
  const rings = () =>
    runInDurableObject(stub, (_gate: TenantGate, state) => state.storage.getAlarm());
  await expect.poll(rings).toBe(now + 60_000);
  await evictDurableObject(stub);
  await runInDurableObject(stub, (gate: TenantGate) => {
    gate.clock = () => now + 30_000;
  });
  await stub.lease({ ...nothing, leaseId: "another", seq: 1, counters: [], wants: 1 });
  expect(await rings()).toBe(now + 60_000);
});

it("thresholds passed while the quota was 0 make events with the next quota", async () => {
  const as = await anOperator();
  const tenantId = await aTenant();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const setQuota = (monthlyQuota: number) =>
    call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { monthlyQuota } });
  const nothing = { leaseId: "l", period: null, received: 0, returned: 0, epoch: 0 };
  await setQuota(100);
  await stub.lease({ ...nothing, seq: 1, counters: [], wants: 40 });
  await setQuota(0);
  const spent = { priceId: "team:EUR:400", keyId: "k", module: "antispam", calls: 40, units: 40 };
  await stub.lease({ ...nothing, seq: 2, received: 40, counters: [spent], wants: 0 });
  await setQuota(50);
  await setQuota(60);
  const query = `SELECT data ->> 'quota' AS quota, data ->> 'percent' AS percent
    FROM tenant_events WHERE tenant_id = ?`;
  const told = async () => (await env.DB.prepare(query).bind(tenantId).all()).results;
  await expect.poll(told, { timeout: 5_000 }).toEqual([
    { quota: 50, percent: 50 },
    { quota: 50, percent: 80 },
  ]);
});
