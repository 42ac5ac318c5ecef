import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { LeaseAnswer, LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { LeaseHolder } from "../../src/tenants/gate/lease-holder.ts";
import type { Ticket } from "../../src/tenants/gate/leased-units.ts";
import { periodOf } from "../../src/tenants/gate/period.ts";
import { KnownQuota } from "../support/known-quota.ts";
import { aTenant } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

const START = Date.parse("2031-05-31T21:30:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ISOLATES = 3;
const QUOTAS = [0, 7, 40, 200, 1_000];
const WAITS = [1, 900, 6_000, 13_000, 26_000, 61 * MINUTE, 2 * HOUR, 40 * DAY];
const WAYS = ["good", "good", "lost question", "lost answer", "late", "twice"] as const;
const WEIGHTS = { call: 6, begin: 2, end: 2, renew: 2, silent: 1, kill: 1, late: 2, way: 3 };
const MORE = { wait: 4, quota: 1, evict: 2, alarm: 2 };

const step = fc.record({
  does: fc.oneof(
    ...Object.entries({ ...WEIGHTS, ...MORE }).map(([does, weight]) => ({
      weight,
      arbitrary: fc.constant(does),
    })),
  ),
  who: fc.nat(ISOLATES - 1),
  n: fc.nat(7),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Isolate {
  holder: LeaseHolder;
  way: (typeof WAYS)[number];
  period: string;
  leaseId: string;
  open: { ticket: Ticket; period: string }[];
}

type Deliver = (request: LeaseRequest) => Promise<LeaseAnswer>;

/** An isolate whose next question may get lost, or come late or twice. */
function anIsolate(deliver: Deliver, late: LeaseRequest[]): Isolate {
  const ask = async (request: LeaseRequest) => {
    const { way } = isolate;
    isolate.way = "good";
    isolate.leaseId = request.leaseId;
    if (way === "late" || way === "twice") late.push(structuredClone(request));
    if (way === "late" || way === "lost question") throw new Error(way);
    const answer = await deliver(request);
    if (way === "twice") await deliver(request);
    if (way === "lost answer") throw new Error(way);
    isolate.period = answer.period;
    return answer;
  };
  const holder = new LeaseHolder(ask);
  const isolate: Isolate = { holder, way: "good", period: "", leaseId: "", open: [] };
  return isolate;
}

type GateStub = DurableObjectStub<TenantGate>;

/** The sums of what the gate has written of a month, and what is with isolates. */
function sumsOf(stub: GateStub, period: string) {
  return runInDurableObject(stub, (_gate: TenantGate, { storage: { sql } }) => {
    const sum = (what: string, from: string) =>
      sql.exec<{ n: number }>(`SELECT ifnull(sum(${what}), 0) AS n FROM ${from} = ?`, period).one()
        .n;
    return {
      ledger: sum("units", "ledger WHERE late = 0 AND period"),
      hours: sum("units", "usage_hours WHERE substr(hour, 1, 7)"),
      out: sum("max(0, granted - used - returned)", "leases WHERE period"),
    };
  });
}

async function sentOf(tenantId: string, period: string): Promise<number> {
  const query = `SELECT ifnull(sum(units), 0) AS n FROM usage_hours
    WHERE tenant_id = ? AND substr(hour, 1, 7) = ?`;
  const row = await env.DB.prepare(query).bind(tenantId, period).first<{ n: number }>();
  return row?.n ?? 0;
}

function heldBy(stub: GateStub, leaseId: string): Promise<number> {
  return runInDurableObject(stub, (_gate: TenantGate, { storage: { sql } }) => {
    const held = "SELECT granted - used - returned AS n FROM leases WHERE id = ?";
    return sql.exec<{ n: number }>(held, leaseId).one().n;
  });
}

const NOTHING = { received: 0, returned: 0, counters: [], wants: 0, epoch: 0, period: null };

async function aWorld() {
  const tenantId = await aTenant();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const model = new KnownQuota();
  const late: LeaseRequest[] = [];
  let [now, current] = [START, 0];
  const setClock = () =>
    runInDurableObject(stub, (gate: TenantGate) => {
      gate.clock = () => now;
    });
  const setQuota = async (quota: number) => {
    await env.DB.prepare("UPDATE tenants SET monthly_quota = ? WHERE id = ?")
      .bind(quota, tenantId)
      .run();
    model.setQuota(quota, now);
    current = quota;
    await stub.refresh();
  };
  const deliver = async (request: LeaseRequest): Promise<LeaseAnswer> => {
    model.setQuota(current, now);
    const answer = await stub.lease(structuredClone(request));
    model.hear(request);
    return answer;
  };
  const born = () => anIsolate(deliver, late);
  const isolates = Array.from({ length: ISOLATES }, born);
  await setClock();
  await setQuota(200);

  const begin = async (isolate: Isolate, weight: number) => {
    const { holder } = isolate;
    if (holder.currentLease(now) === undefined) await holder.renew(now).catch(() => {});
    if (holder.currentLease(now) === undefined) return;
    const ticket = holder.take(weight) ?? (await holder.obtain(weight, now).catch(() => undefined));
    if (ticket === undefined) return;
    const { period } = isolate;
    isolate.open.push({ ticket, period });
    const month = model.of(period);
    month.taken += weight;
    expect(month.taken).toBeLessThanOrEqual(month.quota);
  };
  const end = ({ holder, open }: Isolate, isGood: boolean) => {
    const call = open.shift();
    if (call === undefined) return;
    if (isGood) return holder.keep(call.ticket, "key", "urlsearch");
    holder.giveBack(call.ticket);
    model.of(call.period).taken -= call.ticket.weight;
  };
  const act = async ({ does, who, n }: Step) => {
    const isolate = isolates[who] as Isolate;
    const { holder } = isolate;
    if (does === "call") {
      await begin(isolate, 1 + n);
      end(isolate, n !== 3);
    } else if (does === "begin") await begin(isolate, 1 + n);
    else if (does === "end") end(isolate, n > 2);
    else if (does === "renew") await holder.renew(now).catch(() => {});
    else if (does === "silent") {
      const since = holder.startWatch();
      if (since !== undefined) await holder.handBackIfSilent(since, now).catch(() => {});
    } else if (does === "kill") isolates[who] = born();
    else if (does === "late") {
      const [request] = late.splice(n % Math.max(1, late.length), 1);
      if (request !== undefined) await deliver(request);
    } else if (does === "way") isolate.way = WAYS[n % WAYS.length] ?? "good";
    else if (does === "wait") now += WAITS[n] ?? 0;
    else if (does === "quota") await setQuota(QUOTAS[n % QUOTAS.length] ?? 0);
    else if (does === "evict") {
      await evictDurableObject(stub);
      await setClock();
    } else if (does === "alarm") {
      await runDurableObjectAlarm(stub);
      model.ring(now);
    }
    await check();
  };
  const check = async () => {
    for (const period of model.months.keys()) {
      const { used } = await stub.usage(period);
      expect([period, used]).toEqual([period, model.usedIn(period)]);
    }
  };
  const finish = async () => {
    for (const isolate of isolates) {
      isolate.way = "good";
      while (isolate.open.length > 0) end(isolate, true);
      await isolate.holder.renew(now);
      // Nothing is held by an isolate that gives all back, whatever answers it never got.
      await isolate.holder.renew(now, true);
      expect(await heldBy(stub, isolate.leaseId)).toBe(0);
    }
    await check();
    const period = periodOf(now);
    const { remaining } = await deliver({ ...NOTHING, leaseId: "last", seq: 1 });
    const used = model.usedIn(period);
    const { out, ...written } = await sumsOf(stub, period);
    expect(written).toEqual({ ledger: used, hours: used });
    expect(remaining).toBe(Math.max(0, current - used - out));
    await runDurableObjectAlarm(stub);
    expect(await sentOf(tenantId, period)).toBe(used);
  };
  return { act, finish };
}

it("a tenant's account adds up for any order of calls, faults, quotas and months on several isolates", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60, size: "max" }),
      async (steps) => {
        const { act, finish } = await aWorld();
        for (const one of steps) await act(one);
        await finish();
      },
    ),
    { numRuns: rounds(25) },
  );
});
