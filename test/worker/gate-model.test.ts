import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { settle } from "../../src/http/index.ts";
import { changeTenant } from "../../src/tenants/change-tenant.ts";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import type { LeaseAnswer, LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { LeaseHolder } from "../../src/tenants/gate/lease-holder.ts";
import type { Ticket } from "../../src/tenants/gate/leased-units.ts";
import { endOf, periodOf } from "../../src/tenants/gate/period.ts";
import { KnownPlan } from "../support/known-plan.ts";
import { KnownQuota } from "../support/known-quota.ts";
import { anApiKey, aTenant, ROOT } from "../support/people.ts";
import { rounds } from "../support/rounds.ts";

const START = Date.parse("2031-05-31T21:30:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ISOLATES = 3;
const QUOTAS = [0, 7, 40, 200, null];
const PLANS = { "model-small": 40, "model-middle": 200, "model-large": 1_000 };
/** No call comes near it: a cap makes the gate say what the key has spent. */
const CAP = 1_000_000;
const WAITS = [1, 900, 6_000, 13_000, 26_000, 61 * MINUTE, 2 * HOUR, 40 * DAY];
/** How long after the end of a month; those from the fifth on come with another plan. */
const TURNS = [-1, 26_000, 13_000, 61 * MINUTE, 0, 1, 900, 6_000];
const WAYS = ["good", "good", "lost question", "lost answer", "late", "twice"] as const;
const WEIGHTS = { call: 6, begin: 2, end: 2, renew: 2, silent: 1, kill: 1, late: 2, way: 3 };
const MORE = { wait: 4, turn: 3, quota: 1, plan: 1, unheard: 3, evict: 1, alarm: 1 };

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
  /** What nobody held by the last answer, and whether no question has failed since. */
  remaining: number;
  hasHeard: boolean;
  /** Units kept since the last answer. */
  kept: number;
  open: { ticket: Ticket; period: string }[];
}

type Deliver = (request: LeaseRequest) => Promise<LeaseAnswer>;

/** An isolate whose next question may get lost, or come late or twice. */
function anIsolate(deliver: Deliver, late: LeaseRequest[]): Isolate {
  const ask = async (request: LeaseRequest) => {
    const { way } = isolate;
    isolate.way = "good";
    isolate.leaseId = request.leaseId;
    isolate.hasHeard = false;
    if (way === "late" || way === "twice") late.push(structuredClone(request));
    if (way === "late" || way === "lost question") throw new Error(way);
    const answer = await deliver(request);
    if (way === "twice") await deliver(request);
    if (way === "lost answer") throw new Error(way);
    isolate.period = answer.period;
    isolate.remaining = answer.remaining;
    isolate.kept = 0;
    // What is handed back at a recall is reported with the next question.
    isolate.hasHeard = !answer.recall;
    return answer;
  };
  const holder = new LeaseHolder(ask);
  const none = {
    way: "good",
    period: "",
    leaseId: "",
    remaining: 0,
    kept: 0,
    hasHeard: false,
  } as const;
  const isolate: Isolate = { ...none, holder, open: [] };
  return isolate;
}

/** The sums of what the gate has written of a month, and what is with isolates. */
function sumsOf(sql: SqlStorage, period: string) {
  const sum = (what: string, from: string) =>
    sql.exec<{ n: number }>(`SELECT ifnull(sum(${what}), 0) AS n FROM ${from} = ?`, period).one().n;
  return {
    ledger: () => sum("units", "ledger WHERE late = 0 AND period"),
    hours: () => sum("units", "usage_hours WHERE substr(hour, 1, 7)"),
    out: () => sum("max(0, granted - used - returned)", "leases WHERE period"),
  };
}

async function sentOf(tenantId: string, period: string): Promise<number> {
  const query = `SELECT ifnull(sum(units), 0) AS n FROM usage_hours
    WHERE tenant_id = ? AND substr(hour, 1, 7) = ?`;
  const row = await env.DB.prepare(query).bind(tenantId, period).first<{ n: number }>();
  return row?.n ?? 0;
}

/** What the gate believes to be with an isolate; undefined if it has forgotten the lease. */
function heldBy(sql: SqlStorage, leaseId: string): number | undefined {
  const held = "SELECT granted - used - returned AS n FROM leases WHERE id = ?";
  return sql.exec<{ n: number }>(held, leaseId).toArray()[0]?.n;
}

/** What an isolate may still spend, has running, or has spent without having reported it. */
function hasOf({ holder, remaining, kept, leaseId, open }: Isolate): number {
  const running = open.filter(({ ticket }) => ticket.leaseId === leaseId);
  return running.reduce(
    (sum, { ticket }) => sum + ticket.weight,
    holder.remaining() - remaining + kept,
  );
}

beforeAll(async () => {
  const plan = `INSERT INTO plans (id, name, monthly_quota, currency, unit_price_micros, weights, retention_days)
    VALUES (?, ?, ?, 'EUR', ?, '{}', 30)`;
  const rows = Object.entries(PLANS).map(([id, quota]) => [id, id, quota, quota]);
  await env.DB.batch(rows.map((row) => env.DB.prepare(plan).bind(...row)));
});

/** A tenant with a key; gives the key's id as well. */
async function aTenantWithKey() {
  const tenantId = await aTenant("model-middle");
  const key = (await anApiKey(tenantId)).slice("rmp_live_".length).slice(0, 10);
  const capped = "UPDATE api_keys SET monthly_cap = ? WHERE id = ?";
  await env.DB.prepare(capped).bind(CAP, key).run();
  return { tenantId, key };
}

const NOTHING = { received: 0, returned: 0, counters: [], wants: 0, epoch: 0, period: null };

async function aWorld() {
  const { tenantId, key } = await aTenantWithKey();
  const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
  const model = new KnownQuota();
  const late: LeaseRequest[] = [];
  const plan = new KnownPlan(PLANS, "model-middle");
  let now = START;
  const inside = <T>(look: (gate: TenantGate, sql: SqlStorage) => T | Promise<T>) =>
    runInDurableObject(stub, (gate: TenantGate, { storage: { sql } }) => look(gate, sql));
  const setClock = () =>
    inside((gate) => {
      gate.clock = () => now;
    });
  const change = async (terms: { plan?: string; monthlyQuota: number | null }) => {
    if (terms.plan !== undefined) plan.choose(terms.plan, now);
    plan.own = terms.monthlyQuota;
    model.setQuota(plan.quotaAt(now), now);
    settle(await changeTenant(env, ROOT, claimedBySystem(tenantId), terms, now));
  };
  const deliver = async (request: LeaseRequest): Promise<LeaseAnswer> => {
    model.setQuota(plan.quotaAt(now), now);
    const { answer, out } = await inside(async (gate, sql) => {
      const given = await gate.lease(structuredClone(request));
      return { answer: given, out: sumsOf(sql, given.period).out() };
    });
    model.hear(request);
    const { period } = answer;
    const used = model.usedIn(period);
    expect(answer.spent).toEqual({ [key]: used });
    if (request.period === period) {
      expect(answer.remaining).toBe(Math.max(0, plan.quotaAt(now) - used - out));
    }
    return answer;
  };
  const born = () => anIsolate(deliver, late);
  const isolates = Array.from({ length: ISOLATES }, born);
  await setClock();
  await stub.refresh();

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
  const end = (isolate: Isolate, isGood: boolean) => {
    const { holder, open } = isolate;
    const call = open.shift();
    if (call === undefined) return;
    if (isGood) {
      if (call.ticket.leaseId === isolate.leaseId) isolate.kept += call.ticket.weight;
      return holder.keep(call.ticket, key, "urlsearch");
    }
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
    else if (does === "turn") {
      const end = endOf(periodOf(now));
      now = Math.max(now, end - 500);
      if (n > 3) await change({ plan: Object.keys(PLANS)[who] ?? "", monthlyQuota: null });
      await begin(isolate, 1 + n);
      now = Math.max(now, end + (TURNS[n] ?? 0));
      await begin(isolate, 1);
    } else if (does === "plan") {
      await change({ plan: Object.keys(PLANS)[who] ?? "", monthlyQuota: null });
    } else if (does === "unheard") {
      // A refund between the question whose answer is lost and the next ones.
      await begin(isolate, 1 + n);
      isolate.way = "lost answer";
      await holder.renew(now).catch(() => {});
      end(isolate, n > 4);
      await holder.renew(now).catch(() => {});
      await begin(isolate, 1);
    } else if (does === "quota") await change({ monthlyQuota: QUOTAS[n % QUOTAS.length] ?? null });
    else if (does === "evict") {
      await evictDurableObject(stub);
      await setClock();
    } else if (does === "alarm") {
      await runDurableObjectAlarm(stub);
      model.ring(now);
    }
    await check();
  };
  const check = () =>
    inside((gate, sql) => {
      for (const period of model.months.keys()) {
        expect([period, gate.usage(period).used]).toEqual([period, model.usedIn(period)]);
      }
      for (const isolate of isolates.filter(({ hasHeard }) => hasHeard)) {
        const held = heldBy(sql, isolate.leaseId);
        if (held !== undefined) expect(hasOf(isolate)).toBe(held);
      }
    });
  const finish = async () => {
    for (const isolate of isolates) {
      isolate.way = "good";
      while (isolate.open.length > 0) end(isolate, true);
      await isolate.holder.renew(now);
      // Nothing is held by an isolate that gives all back, whatever answers it never got.
      await isolate.holder.renew(now, true);
      expect(await inside((_gate, sql) => heldBy(sql, isolate.leaseId))).toBe(0);
    }
    await check();
    const period = periodOf(now);
    const { remaining } = await deliver({ ...NOTHING, leaseId: "last", seq: 1 });
    const used = model.usedIn(period);
    const [ledger, hours, out] = await inside((_gate, sql) => {
      const sums = sumsOf(sql, period);
      return [sums.ledger(), sums.hours(), sums.out()];
    });
    expect([ledger, hours]).toEqual([used, used]);
    expect(remaining).toBe(Math.max(0, plan.quotaAt(now) - used - out));
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
    { numRuns: rounds(15) },
  );
});
