import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { database, livePlatform } from "../../src/platform/index.ts";
import { eventStatement, type TenantEvent } from "../../src/tenants/index.ts";
import { sweepEvents } from "../../src/webhooks/index.ts";
import { announce } from "../support/announce.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

/** A thousand with `npm test -- --all`. */
const EVENTS = env.TEST_ALL === "" ? 200 : 1_000;
const ENDPOINTS = 20;
const DEAD = 3;
const SLOW = 9;
const REDIRECTING = 14;
const BAD = new Set([DEAD, SLOW, REDIRECTING]);
const AT_ONCE = 50;
const PATIENCE = { timeout: 400_000, interval: 250 };

const realFetch = globalThis.fetch;
/** What each receiver was sent, by the number in its path; the last is where redirects lead. */
let got: Map<string, string>[] = [];
/** Deliveries that a receiver took, repeated ones included. */
let taken = 0;
/** Ids that came again with another body. */
let changed: string[] = [];

/** The receivers' side of the wire. A new instance of an object meets it as well. */
const receivers = (async (input: RequestInfo | URL, init?: RequestInit) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.host !== "localhost:9") return realFetch(input, init);
  const at = Number(url.pathname.slice(1));
  const headers = new Headers(init?.headers);
  if (at === DEAD) throw new Error("connection refused");
  if (at === SLOW) return never(init?.signal);
  if (at === REDIRECTING) {
    const location = `http://localhost:9/${ENDPOINTS}`;
    if (init?.redirect === "manual")
      return new Response(null, { status: 302, headers: { location } });
    return receivers(location, init);
  }
  const id = headers.get("webhook-id") ?? "";
  const body = typeof init?.body === "string" ? init.body : "";
  if ((got[at]?.get(id) ?? body) !== body) changed.push(id);
  got[at]?.set(id, body);
  taken += 1;
  return new Response(null, { status: 204 });
}) as typeof fetch;

function never(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_done, fail) => {
    signal?.addEventListener("abort", () => fail(signal.reason as Error));
  });
}

beforeEach(() => {
  got = Array.from({ length: ENDPOINTS + 1 }, () => new Map<string, string>());
  taken = 0;
  changed = [];
  globalThis.fetch = receivers;
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

async function aTenantWithEndpoints(count: number) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const path = `/admin/tenants/${tenantId}/webhooks`;
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const body = { url: `http://localhost:9/${at}`, events: ["inspection.flagged"] };
    const made = await call("POST", path, { as, body });
    expect(made.status).toBe(201);
    ids.push((await made.json<{ id: string }>()).id);
  }
  const logged = async (at: number) => {
    const answer = await call("GET", `${path}/${ids[at]}/deliveries?limit=1`, { as });
    return (await answer.json<{ total: number }>()).total;
  };
  return { tenantId, logged };
}

function eventsOf(tenantId: string, count: number, createdAt = Date.now()): TenantEvent[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `evt_${tenantId}_${at}`,
    tenantId,
    type: "inspection.flagged",
    data: { inspectionId: `insp_${at}`, verdict: "phishing", score: 90, channel: "sms" },
    createdAt,
  }));
}

async function announceAll(events: readonly TenantEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += AT_ONCE) {
    await Promise.all(events.slice(from, from + AT_ONCE).map((event) => announce(env, event)));
  }
}

const sizes = (numbers: readonly number[]) => numbers.map((at) => got[at]?.size ?? 0);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

describe("many events to twenty endpoints, one dead, one slow, one redirecting", () => {
  it(
    "reach every other endpoint, each exactly once by its id",
    async () => {
      const { tenantId, logged } = await aTenantWithEndpoints(ENDPOINTS);
      const events = eventsOf(tenantId, EVENTS);
      const startedAt = performance.now();
      await announceAll(events);
      const good = numbers(ENDPOINTS).filter((at) => !BAD.has(at));
      await expect.poll(() => sizes(good), PATIENCE).toEqual(good.map(() => EVENTS));
      console.log(`${taken} deliveries in ${seconds(startedAt)} s`);
      expect(taken).toBe(good.length * EVENTS);
      const ids = events.map(({ id }) => id).sort();
      for (const at of good) expect([...(got[at]?.keys() ?? [])].sort()).toEqual(ids);
      expect(sizes([...BAD, ENDPOINTS])).toEqual([0, 0, 0, 0]);
      for (const at of BAD) expect(await logged(at)).toBe(EVENTS);
    },
    PATIENCE.timeout,
  );
});

describe("events on their way while objects are killed", () => {
  it(
    "all arrive, each with one and the same body",
    async () => {
      const { tenantId } = await aTenantWithEndpoints(5);
      const events = eventsOf(tenantId, 200);
      const good = [0, 1, 2, 4];
      const killing = (async () => {
        for (let kills = 0; kills < 12; kills += 1) {
          await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 600));
          await abortAllDurableObjects();
        }
      })();
      await announceAll(events);
      await killing;
      await expect.poll(() => sizes(good), PATIENCE).toEqual(good.map(() => events.length));
      expect(changed).toEqual([]);
      console.log(`${taken - good.length * events.length} deliveries were repeated`);
    },
    PATIENCE.timeout,
  );

  it(
    "are sent by the sweep if the Worker died before it queued them",
    async () => {
      const { tenantId } = await aTenantWithEndpoints(2);
      const events = eventsOf(tenantId, 30, Date.now() - 61_000);
      for (const event of events) await eventStatement(database(env), event);
      await sweepEvents(env, { ...livePlatform, log: () => {} });
      await sweepEvents(env, { ...livePlatform, log: () => {} });
      await expect.poll(() => sizes([0, 1]), PATIENCE).toEqual([30, 30]);
      await sweepEvents(env, { ...livePlatform, log: () => {} });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(taken).toBe(60);
    },
    PATIENCE.timeout,
  );
});
