import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { LeaseRequest } from "../../src/tenants/gate/lease.ts";
import type { QuotaBook } from "../../src/tenants/gate/quota-book.ts";
import { aTenant } from "../support/people.ts";

const NOW = Date.parse("2031-05-20T10:05:00Z");
const HOUR_MS = 3_600_000;
const COUNTER = { priceId: "team:EUR:400", keyId: "k", module: "antispam" };
const OTHERS = 50;
const PERIOD = "2031-05";

function question(leaseId: string, seq: number, more: Partial<LeaseRequest> = {}): LeaseRequest {
  const nothing = { received: 0, returned: 0, counters: [], wants: 0, epoch: 0, period: null };
  return { leaseId, seq, ...nothing, ...more };
}

/** A gate object whose clock the test sets, and the number of leases that it has in memory. */
async function aGate() {
  const tenantId = await aTenant();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const at = (now: number) =>
    runInDurableObject(stub, (gate: TenantGate) => {
      gate.clock = () => now;
    });
  const held = () =>
    runInDurableObject(stub, (gate: TenantGate) => {
      const { book } = gate as unknown as { book?: { account: QuotaBook } };
      return book?.account.leases.size ?? 0;
    });
  await at(NOW);
  return { stub, at, held };
}

/** A lease that used 7 of its 20 units, and many that used 15 of 20 and gave nothing back. */
async function aBusyMonth({ stub }: Awaited<ReturnType<typeof aGate>>) {
  await stub.lease(question("first", 1, { wants: 20 }));
  const counters = [{ ...COUNTER, calls: 7, units: 7 }];
  await stub.lease(question("first", 2, { received: 20, counters }));
  for (let at = 0; at < OTHERS; at += 1) {
    await stub.lease(question(`other${at}`, 1, { wants: 20 }));
    const spent = [{ ...COUNTER, calls: 15, units: 15 }];
    await stub.lease(question(`other${at}`, 2, { received: 20, counters: spent }));
  }
}

it("leases silent for two hours still count, and none of them is held in memory", async () => {
  const gate = await aGate();
  const { stub, at, held } = gate;
  await aBusyMonth(gate);
  expect(await held()).toBe(OTHERS + 1);
  await at(NOW + 2 * HOUR_MS);
  await runDurableObjectAlarm(stub);
  const all = { used: 7 + 15 * OTHERS, lost: 13 + 5 * OTHERS };
  expect(await stub.usage(PERIOD)).toMatchObject(all);
  expect(await held()).toBe(0);

  // A silent lease reports again: its new usage counts, and its other units are no longer lost.
  const counters = [{ ...COUNTER, calls: 9, units: 9 }];
  const more = { period: PERIOD, received: 20, counters };
  await stub.lease(question("first", 3, more));
  await stub.lease(question("first", 3, more));
  const turnedUp = { used: all.used + 2, lost: 5 * OTHERS };
  expect(await stub.usage(PERIOD)).toMatchObject(turnedUp);
  expect(await held()).toBe(1);

  await evictDurableObject(stub);
  await at(NOW + 2 * HOUR_MS);
  const asked = await stub.lease(question("new", 1, { wants: 500_000 }));
  expect(await held()).toBe(2);
  const { used, lost } = await stub.usage(PERIOD);
  expect({ used, lost }).toEqual(turnedUp);
  // The units that this lease holds are granted to nobody else.
  expect(asked.granted + asked.remaining).toBe(500_000 - used - lost - 11);
});

it("a closed month counts all its leases, even if the object was out of memory", async () => {
  const gate = await aGate();
  const { stub, at, held } = gate;
  await aBusyMonth(gate);
  await evictDurableObject(stub);
  await at(Date.parse("2031-06-01T00:00:25Z"));
  await runDurableObjectAlarm(stub);
  const closed = { used: 7 + 15 * OTHERS, lost: 13 + 5 * OTHERS };
  expect(await stub.usage(PERIOD)).toMatchObject({ ...closed, period: closed });
  expect(await held()).toBe(0);
});

it("an alarm that never rang is set again by a lease request hours later", async () => {
  const { stub, at } = await aGate();
  const rings = () =>
    runInDurableObject(stub, (_gate: TenantGate, state) => state.storage.getAlarm());
  await stub.lease(question("first", 1, { wants: 20 }));
  const lost = Date.parse("2031-05-20T11:00:00Z");
  expect(await rings()).toBe(lost);
  await evictDurableObject(stub);
  await at(lost + 60_000);
  await stub.lease(question("soon", 1, { wants: 20 }));
  expect(await rings()).toBe(lost);
  await evictDurableObject(stub);
  await at(lost + 24 * HOUR_MS);
  await stub.lease(question("later", 1, { wants: 20 }));
  expect(await rings()).toBe(lost + 25 * HOUR_MS);
  // A busy object stays in memory, and an alarm that it set itself may be lost as well.
  await at(lost + 48 * HOUR_MS);
  await stub.lease(question("latest", 1, { wants: 20 }));
  expect(await rings()).toBe(lost + 49 * HOUR_MS);
});
