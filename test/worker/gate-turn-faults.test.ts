import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { Counter, LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { call } from "../support/call.ts";
import { useDatabase } from "../support/dying-database.ts";
import { anOperator, aTenant } from "../support/people.ts";

const TURN = Date.parse("2031-06-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const MAY = "2031-05";
const JUNE = "2031-06";

function spent(units: number): { counters: Counter[] } {
  const of = { priceId: "team:EUR:400", keyId: "k", module: "antispam" };
  return { counters: [{ ...of, calls: units, units }] };
}

function question(seq: number, more: Partial<LeaseRequest> = {}): LeaseRequest {
  const nothing = { received: 0, returned: 0, counters: [], wants: 0, epoch: 0, period: null };
  return { leaseId: "lease-1", seq, ...nothing, ...more };
}

async function aGate(now: number, monthlyQuota = 100) {
  const tenantId = await aTenant();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const at = (moment: number) =>
    runInDurableObject(stub, (gate: TenantGate) => {
      gate.clock = () => moment;
    });
  await at(now);
  const body = { monthlyQuota };
  await call("PATCH", `/admin/tenants/${tenantId}`, { as: await anOperator(), body });
  const alarmAt = async (moment: number) => {
    await at(moment);
    await runDurableObjectAlarm(stub);
  };
  const account = async (period: string) => {
    const { used, lost, rows } = await stub.usage(period);
    return { used, lost, billed: rows.reduce((sum, { units }) => sum + units, 0) };
  };
  const ledger = () =>
    runInDurableObject(stub, (_gate: TenantGate, { storage: { sql } }) =>
      sql.exec("SELECT period, units, late FROM ledger ORDER BY seq").toArray(),
    );
  return { tenantId, stub, at, alarmAt, account, ledger };
}

describe("a lease whose first answer was lost before the turn of a month", () => {
  it("belongs to the month of its next request, and its usage counts there once", async () => {
    const { stub, at, alarmAt, account } = await aGate(TURN - 5_000);
    await stub.lease(question(1, { wants: 16 }));
    await at(TURN + 5_000);
    const asked = await stub.lease(question(2, { wants: 16 }));
    expect(asked).toMatchObject({ period: JUNE, granted: 16 });
    const known = { period: JUNE, received: 16 };
    await stub.lease(question(3, { ...known, ...spent(13) }));
    await alarmAt(TURN + HOUR_MS);
    expect(await account(MAY)).toEqual({ used: 0, lost: 0, billed: 0 });
    expect(await account(JUNE)).toEqual({ used: 13, lost: 3, billed: 13 });
    await stub.lease(question(4, { ...known, returned: 2, ...spent(14) }));
    expect(await account(JUNE)).toEqual({ used: 14, lost: 0, billed: 14 });
  });

  it("leaves earlier usage in the old month if an old request arrives after the turn", async () => {
    const { stub, at, alarmAt, account } = await aGate(TURN - 5_000);
    await stub.lease(question(2, { wants: 16 }));
    await stub.lease(question(3, { period: MAY, received: 16, returned: 9, ...spent(7) }));
    await at(TURN + 5_000);
    await stub.lease(question(1, { wants: 16 }));
    await alarmAt(TURN + HOUR_MS);
    expect(await account(MAY)).toEqual({ used: 7, lost: 0, billed: 7 });
    expect(await account(JUNE)).toMatchObject({ used: 0, billed: 0 });
  });
});

it("a threshold of the old month makes its event when its usage is reported after the turn", async () => {
  const { tenantId, stub, at } = await aGate(TURN - 5_000);
  await stub.lease(question(1, { wants: 100 }));
  await at(TURN + 5_000);
  await stub.lease(question(2, { period: MAY, received: 50, ...spent(50) }));
  const told = async () => {
    const query = "SELECT type, data FROM tenant_events WHERE tenant_id = ?";
    const { results } = await env.DB.prepare(query).bind(tenantId).all<{ data: string }>();
    return results.map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) as object }));
  };
  const data = { period: MAY, percent: 50, quota: 100, used: 50 };
  await expect.poll(told).toEqual([{ type: "quota.threshold", data }]);
});

it("a report stays in its month if the gate's clock is set back over the turn", async () => {
  const { stub, at, account } = await aGate(TURN + 500);
  await stub.lease(question(1, { wants: 16 }));
  await at(TURN - 500);
  await stub.lease(question(2, { period: JUNE, received: 16, ...spent(7) }));
  expect(await account(MAY)).toEqual({ used: 0, lost: 0, billed: 0 });
  expect(await account(JUNE)).toEqual({ used: 7, lost: 0, billed: 7 });
});

it("usage that was reported is not counted again as late after its lease was forgotten", async () => {
  const { stub, at, alarmAt, account, ledger } = await aGate(TURN - HOUR_MS);
  await stub.lease(question(1, { wants: 16 }));
  const all = { period: MAY, received: 16, returned: 9, ...spent(7) };
  await stub.lease(question(2, all));
  await alarmAt(TURN + HOUR_MS);
  await stub.lease(question(1, { leaseId: "lease-2" }));
  const july = Date.parse("2031-07-01T00:00:00Z");
  await alarmAt(july + HOUR_MS);
  await at(july + 2 * HOUR_MS);
  await stub.lease(question(3, all));
  expect(await account(MAY)).toEqual({ used: 7, lost: 0, billed: 7 });
  expect(await ledger()).toEqual([{ period: MAY, units: 7, late: 0 }]);
});

it("a report that D1 delays until its month is closed changes no figure of that month", async () => {
  const { stub, account, ledger } = await aGate(TURN - HOUR_MS);
  await stub.lease(question(1, { wants: 16 }));
  const read = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const batch = async (statements: D1PreparedStatement[]) => {
    const found = await env.DB.batch(statements);
    read.resolve();
    await answer.promise;
    return found;
  };
  const prepare = (query: string) => env.DB.prepare(query);
  const answered = await runInDurableObject(stub, async (gate: TenantGate) => {
    gate.clock = () => TURN - 1_000;
    useDatabase(gate, { prepare, batch } as unknown as D1Database);
    const asked = gate.lease(question(2, { period: MAY, received: 16, ...spent(7) }));
    await read.promise;
    useDatabase(gate, env.DB);
    gate.clock = () => TURN + HOUR_MS;
    await gate.alarm();
    answer.resolve();
    return asked;
  });
  expect(answered).toMatchObject({ period: JUNE, granted: 0 });
  expect(await account(MAY)).toEqual({ used: 0, lost: 16, billed: 0 });
  expect(await ledger()).toEqual([{ period: MAY, units: 7, late: 1 }]);
});
