import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { forgetReports } from "../../src/tenants/gate/forget-reports.ts";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { Counter, LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { endOf, periodOf } from "../../src/tenants/gate/period.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { useDatabase } from "../support/dying-database.ts";
import { anApiKey, anOperator, aTenant } from "../support/people.ts";

const END_OF_MAY = Date.parse("2031-05-31T23:59:50Z");
const PRICE = "team:EUR:400";

function counter(units: number): Counter {
  return { priceId: PRICE, keyId: "k", module: "antispam", calls: units, units };
}

function question(seq: number, more: Partial<LeaseRequest> = {}): LeaseRequest {
  const nothing = { received: 0, returned: 0, counters: [], wants: 0, epoch: 0, period: null };
  return { leaseId: "lease-1", seq, ...nothing, ...more };
}

/** The test's D1, whose first batch is read at once and answered only when it is released. */
function slowFirstBatch() {
  const read = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let batches = 0;
  const batch = async (statements: D1PreparedStatement[]) => {
    batches += 1;
    const isFirst = batches === 1;
    const found = await env.DB.batch(statements);
    if (isFirst) {
      read.resolve();
      await answer.promise;
    }
    return found;
  };
  const prepare = (query: string) => env.DB.prepare(query);
  const DB = { prepare, batch } as unknown as D1Database;
  return { DB, read: read.promise, release: answer.resolve };
}

async function aGate() {
  const tenantId = await aTenant("team");
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const at = (now: number) =>
    runInDurableObject(stub, (gate: TenantGate) => {
      gate.clock = () => now;
    });
  return { tenantId, stub, at };
}

describe("the turn of a month", () => {
  it("ends every lease; a late report still counts until the month is closed and frozen", async () => {
    const { tenantId, stub, at } = await aGate();
    await at(END_OF_MAY);
    const first = await stub.lease(question(1, { wants: 20 }));
    expect(first).toMatchObject({ period: "2031-05", granted: 20, ttlMs: 10_000 });

    await at(END_OF_MAY + 11_000);
    const spent = { period: "2031-05", received: 20, counters: [counter(7)] };
    const second = await stub.lease(question(2, spent));
    expect(second).toMatchObject({ period: "2031-06", granted: 0 });
    expect(await stub.usage("2031-05")).toMatchObject({ used: 7, period: { closed_at: null } });

    await at(END_OF_MAY + 60_000);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await stub.usage("2031-05")).toMatchObject({ used: 7, lost: 13, period: { used: 7 } });

    const tooLate = { period: "2031-05", received: 20, counters: [counter(9)] };
    await stub.lease(question(3, tooLate));
    expect(await stub.usage("2031-05")).toMatchObject({ used: 7, lost: 13 });
    const lines = await runInDurableObject(stub, (_gate: TenantGate, state) =>
      state.storage.sql.exec("SELECT units, late FROM ledger ORDER BY seq").toArray(),
    );
    expect(lines).toEqual([
      { units: 7, late: 0 },
      { units: 2, late: 1 },
    ]);
    const as = await anOperator();
    const path = `/admin/tenants/${tenantId}/usage?period=2031-05`;
    expect(await (await call("GET", path, { as })).json()).toMatchObject({
      frozen: true,
      used: 7,
      unreported: 13,
      inspections: 7,
      cost: 2_800,
      costPerMessage: 400,
    });
  });

  it("a late report does not set back a key's last use", async () => {
    const { stub, at } = await aGate();
    await at(END_OF_MAY);
    await stub.lease(question(1, { wants: 20 }));
    const used = END_OF_MAY + 15_000;
    await at(used);
    await stub.lease({ ...question(1), leaseId: "lease-2", counters: [counter(1)] });
    const spent = { period: "2031-05", received: 20, counters: [counter(7)] };
    await stub.lease(question(2, spent));
    expect((await stub.usage("2031-06")).lastUses).toEqual({ k: used });
  });

  it("a frozen month keeps its unit price after a change of plan", async () => {
    const { tenantId, stub, at } = await aGate();
    await at(END_OF_MAY);
    await stub.lease(question(1, { wants: 20 }));
    await stub.lease(question(2, { period: "2031-05", received: 10, counters: [counter(7)] }));
    await at(END_OF_MAY + 60_000);
    await runDurableObjectAlarm(stub);
    const as = await anOperator();
    const path = `/admin/tenants/${tenantId}`;
    const read = async () => (await call("GET", `${path}/usage?period=2031-05`, { as })).json();
    const before = await read();
    expect(before).toMatchObject({ frozen: true, unitPrice: 400, cost: 2_800 });
    await call("PATCH", path, { as, body: { plan: "enterprise" } });
    expect(await read()).toEqual(before);
  });

  it("a month without calls has the quota of that time, whatever is changed later", async () => {
    const { tenantId, stub, at } = await aGate();
    const as = await anOperator();
    const path = `/admin/tenants/${tenantId}`;
    const quotaOf = async (period: string) =>
      (
        await (
          await call("GET", `${path}/usage?period=${period}`, { as })
        ).json<{ quota: number }>()
      ).quota;
    const set = async (month: number, body: object) => {
      await at(Date.parse(`2031-0${month}-15T12:00:00Z`));
      expect((await call("PATCH", path, { as, body })).status).toBe(200);
    };
    const first = await quotaOf("2031-02");
    await set(3, { monthlyQuota: 7 });
    await set(3, { monthlyQuota: 8 });
    await set(5, { monthlyQuota: 9 });
    await set(5, { name: "Another" });
    const quotas = await Promise.all([1, 2, 3, 4, 5, 6].map((month) => quotaOf(`2031-0${month}`)));
    expect(quotas).toEqual([first, first, 8, 8, 9, 9]);
    await at(Date.parse("2031-04-15T12:00:00Z"));
    expect(await stub.usage("2031-04")).toMatchObject({ period: null });
  });

  it("a past month is frozen even without calls; the present and a future month are not", async () => {
    const { tenantId } = await aGate();
    const as = await anOperator();
    const frozen = async (period: string) => {
      const path = `/admin/tenants/${tenantId}/usage?period=${period}`;
      return (await (await call("GET", path, { as })).json<{ frozen: boolean }>()).frozen;
    };
    const now = new Date();
    expect(await frozen("2024-02")).toBe(true);
    expect(await frozen(now.toISOString().slice(0, 7))).toBe(false);
    expect(await frozen(`${now.getUTCFullYear() + 1}-01`)).toBe(false);
  });

  it("a month is closed 25 s after its end, even if the hourly alarm rings in between", async () => {
    const { stub, at } = await aGate();
    await at(END_OF_MAY);
    await stub.lease(question(1, { wants: 20 }));
    await at(END_OF_MAY + 10_100);
    await runDurableObjectAlarm(stub);
    const next = await runInDurableObject(stub, (_gate: TenantGate, state) =>
      state.storage.getAlarm(),
    );
    expect(next).toBe(END_OF_MAY + 35_000);
    await at(END_OF_MAY + 35_000);
    await runDurableObjectAlarm(stub);
    expect(await stub.usage("2031-05")).toMatchObject({
      period: { closed_at: END_OF_MAY + 35_000 },
    });
  });

  it("usage hours are counted in D1 once, even if a report is repeated", async () => {
    const { tenantId, stub, at } = await aGate();
    await at(END_OF_MAY - 3_600_000);
    await stub.lease(question(1, { wants: 20 }));
    await stub.lease(question(2, { received: 20, counters: [counter(3)] }));
    await stub.lease(question(2, { received: 20, counters: [counter(3)] }));
    await runDurableObjectAlarm(stub);
    await stub.lease(question(3, { received: 20, counters: [counter(5)] }));
    await runDurableObjectAlarm(stub);
    const { results } = await env.DB.prepare(
      "SELECT hour, module, units FROM usage_hours WHERE tenant_id = ?",
    )
      .bind(tenantId)
      .all();
    expect(results).toEqual([{ hour: "2031-05-31T22", module: "antispam", units: 5 }]);
  });

  it("one alarm sends 5,000 usage hours to D1, and an alarm 10 s later sends the rest", async () => {
    const { tenantId, stub, at } = await aGate();
    await at(END_OF_MAY - 3_600_000);
    await runInDurableObject(stub, (_gate: TenantGate, state) =>
      state.storage.sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5100)
         INSERT INTO usage_hours SELECT '2031-05-31T22', ?, 'antispam', 'k' || i, 1, 1, 1 FROM n`,
        PRICE,
      ),
    );
    await stub.lease(question(1));
    const arrived = () =>
      env.DB.prepare("SELECT count(*) AS n FROM usage_hours WHERE tenant_id = ?")
        .bind(tenantId)
        .first("n");
    const rings = () =>
      runInDurableObject(stub, (_gate: TenantGate, state) => state.storage.getAlarm());
    await runDurableObjectAlarm(stub);
    expect(await arrived()).toBe(5_000);
    expect(await rings()).toBe(END_OF_MAY - 3_600_000 + 10_000);
    await runDurableObjectAlarm(stub);
    expect(await arrived()).toBe(5_100);
    expect(await rings()).toBe(Date.parse("2031-05-31T23:00:00Z"));
  });

  it("usage hours that D1 refuses are sent again, by an alarm a minute later", async () => {
    const { tenantId, stub, at } = await aGate();
    const now = END_OF_MAY - 3_660_000;
    await at(now);
    await stub.lease(question(1, { wants: 20 }));
    await stub.lease(question(2, { received: 20, counters: [counter(5)] }));
    const over = (DB: D1Database) =>
      runInDurableObject(stub, (gate: TenantGate) => useDatabase(gate, DB));
    const failing = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));
    const statement = { bind: () => statement, run: failing, all: failing, raw: failing };
    const away = { prepare: () => statement, batch: failing } as unknown as D1Database;
    await over(away);
    await runDurableObjectAlarm(stub);
    const rings = () =>
      runInDurableObject(stub, (_gate: TenantGate, state) => state.storage.getAlarm());
    expect(await rings()).toBe(now + 60_000);
    await over(env.DB);
    await runDurableObjectAlarm(stub);
    const arrived = env.DB.prepare("SELECT sum(units) AS n FROM usage_hours WHERE tenant_id = ?");
    expect(await arrived.bind(tenantId).first("n")).toBe(5);
  });

  it("ledger, counters and leases agree to the unit after the object was evicted from memory", async () => {
    const { stub, at } = await aGate();
    await at(END_OF_MAY - 3_600_000);
    await stub.lease(question(1, { wants: 50 }));
    await stub.lease(question(2, { received: 50, counters: [counter(11)] }));
    const { evictDurableObject } = await import("cloudflare:test");
    await evictDurableObject(stub);
    await at(END_OF_MAY - 3_590_000);
    await stub.lease(question(3, { received: 50, counters: [counter(30)] }));
    const sums = await runInDurableObject(stub, (_gate: TenantGate, state) =>
      state.storage.sql
        .exec(
          `SELECT (SELECT sum(units) FROM ledger) AS ledger, (SELECT sum(units) FROM counters) AS
           counters, (SELECT sum(used) FROM leases) AS leases`,
        )
        .one(),
    );
    expect(sums).toEqual({ ledger: 30, counters: 30, leases: 30 });
  });

  it("ledger lines are deleted after 62 days, 50,000 by each alarm; the month's usage stays", async () => {
    const { stub, at } = await aGate();
    const start = Date.parse("2031-05-01T10:00:00Z");
    const kept = 62 * 86_400_000;
    await at(start);
    await stub.lease(question(1, { wants: 50 }));
    await stub.lease(question(2, { received: 50, counters: [counter(11)] }));
    const lines = (change = "") =>
      runInDurableObject(stub, (_gate: TenantGate, { storage: { sql } }) => {
        if (change !== "") sql.exec(change);
        return sql.exec("SELECT count(*) AS n FROM ledger").one()["n"];
      });
    await at(start + kept);
    await runDurableObjectAlarm(stub);
    expect(await lines()).toBe(1);
    await lines(`INSERT INTO ledger WITH RECURSIVE n(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50005)
      SELECT 'lease-' || i, 9, ${start}, '2031-05', 'p', 'k', 'm', 0, 0, 0 FROM n`);
    await at(start + kept + 1);
    await runDurableObjectAlarm(stub);
    expect(await lines()).toBe(6);
    const next = await runInDurableObject(stub, (_gate, { storage }) => storage.getAlarm());
    expect(next).toBe(start + kept + 1 + 10_000);
    await runDurableObjectAlarm(stub);
    expect(await lines()).toBe(0);
    expect(await stub.usage("2031-05")).toMatchObject({ used: 11, rows: [{ units: 11 }] });
  });

  it.each([
    [2 * 1024 ** 3 - 1, 62],
    [2 * 1024 ** 3, 14],
    [5 * 1024 ** 3 - 1, 14],
    [5 * 1024 ** 3, 2],
  ])("ledger lines of a gate of %d bytes are deleted after %d days", async (databaseSize, days) => {
    const { stub } = await aGate();
    const now = Date.parse("2031-07-20T10:00:00Z");
    const left = await runInDurableObject(stub, (_gate: TenantGate, { storage: { sql } }) => {
      const of = (at: number) =>
        sql.exec(
          "INSERT INTO ledger VALUES (?, 1, ?, '2031-05', 'p', 'k', 'm', 0, 0, 0)",
          `${at}`,
          at,
        );
      of(now - days * 86_400_000 - 1);
      of(now - days * 86_400_000);
      forgetReports({ exec: sql.exec.bind(sql), databaseSize }, now);
      return sql.exec("SELECT at FROM ledger").toArray();
    });
    expect(left).toEqual([{ at: now - days * 86_400_000 }]);
  });

  it("a downgrade waits for the next month, an upgrade does not", async () => {
    const { tenantId, stub, at } = await aGate();
    const as = await anOperator();
    const path = `/admin/tenants/${tenantId}`;
    const down = await (await call("PATCH", path, { as, body: { plan: "free" } })).json();
    expect(down).toMatchObject({ plan: "team", nextPlan: "free", monthlyQuota: 500_000 });
    expect((await stub.lease(question(1))).terms?.quota).toBe(500_000);
    const turn = endOf(periodOf(Date.now()));
    await at(turn - 1);
    expect((await stub.lease(question(2))).terms?.quota).toBe(500_000);
    await at(turn);
    expect((await stub.lease(question(3, { leaseId: "lease-2" }))).terms?.quota).toBe(10_000);
    const up = await (await call("PATCH", path, { as, body: { plan: "enterprise" } })).json();
    expect(up).toMatchObject({ plan: "enterprise", nextPlan: null, monthlyQuota: 20_000_000 });
  });

  it("a smaller plan that has begun by the clock of the gate has begun for a change too", async () => {
    const { tenantId, stub, at } = await aGate();
    const as = await anOperator();
    const path = `/admin/tenants/${tenantId}`;
    await call("PATCH", path, { as, body: { plan: "free" } });
    const turn = endOf(periodOf(Date.now()));
    await at(turn);
    const { request } = anApp({ now: () => turn });
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const body = JSON.stringify({ plan: "free" });
    const again = await request(path, { method: "PATCH", headers, body });
    expect(await again.json()).toMatchObject({
      plan: "free",
      nextPlan: null,
      monthlyQuota: 10_000,
    });
    expect((await stub.lease(question(1))).terms?.quota).toBe(10_000);
  });
});

describe("a tenant's terms read from D1", () => {
  it("are not replaced by an older answer that arrives later", async () => {
    const { tenantId, stub } = await aGate();
    await anApiKey(tenantId);
    const keys = await runInDurableObject(stub, async (gate: TenantGate) => {
      const slow = slowFirstBatch();
      useDatabase(gate, slow.DB);
      const later = Date.now() + 60_000;
      gate.clock = () => later;
      const early = gate.lease(question(1));
      await slow.read;
      await env.DB.prepare("UPDATE api_keys SET deleted_at = 1 WHERE tenant_id = ?")
        .bind(tenantId)
        .run();
      await gate.refresh();
      slow.release();
      await early;
      return (await gate.lease(question(2))).terms?.keys;
    });
    expect(keys).toEqual([]);
  });
});
