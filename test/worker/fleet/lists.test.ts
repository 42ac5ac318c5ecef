import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RETRY_MS } from "../../../src/fleet/agent/outbox.ts";
import { countStates, noCounts } from "../../../src/fleet/count-states.ts";
import {
  effectiveState,
  MISSING_AFTER_MS,
  REFRESH_MS,
  STATES,
  type StateFacts,
} from "../../../src/fleet/effective-state.ts";
import { stateSql } from "../../../src/fleet/state-sql.ts";
import { database } from "../../../src/platform/index.ts";
import { aCode, anAgent, type EnrollResponse, TestAgent, tlsOf } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { dyingDatabase, useDatabase } from "../../support/dying-database.ts";
import { fillOutbox } from "../../support/fill-outbox.ts";
import { makeCsr, makeKey } from "../../support/make-csr.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

const S = 1000;

interface Item {
  agent_id: string;
  effective_state: string;
  last_seen_at: string | null;
}
interface PageOf<T> {
  items: T[];
  total: number;
  total_pages: number;
  has_more: boolean;
}

const get = async <T>(path: string, as: string) => (await call("GET", path, { as })).json<T>();
const stubOf = ({ tenantId, id }: TestAgent) =>
  env.AGENT.get(env.AGENT.idFromName(`${tenantId}/${id}`));
const alarmOf = (agent: TestAgent) =>
  runInDurableObject(stubOf(agent), (_object, state) => state.storage.getAlarm());

async function insertAgents(
  tenantId: string,
  count: number,
  change: (n: number) => Record<string, unknown>,
) {
  for (let n = 0; n < count; n += 1) {
    const row: Record<string, unknown> = {
      agent_id: `${tenantId}-${n}`,
      tenant_id: tenantId,
      role: "collector",
      region: "eu",
      code_id: "c",
      enrolled_at: 0,
      seq: 1,
      last_seen: Date.now(),
      interval_s: 60,
      cert_fingerprint: "f",
      cert_not_after: Date.now() + 1e9,
      cert_expiring_from: Date.now() + 1e9,
      policy_id: "default",
      policy_revision: 1,
      labels: "{}",
      search: `${tenantId}-${n}`,
      ...change(n),
    };
    const names = Object.keys(row);
    await env.DB.prepare(
      `INSERT INTO agents (${names.join()}) VALUES (${names.map(() => "?").join()})`,
    )
      .bind(...Object.values(row))
      .run();
  }
}

/** Agents of every kind, most of them close to where one state ends and another begins. */
function sampleFacts(now: number, count: number): StateFacts[] {
  const boundary = fc
    .tuple(
      fc.constantFrom(
        0,
        180 * S,
        900 * S,
        3000 * S,
        MISSING_AFTER_MS,
        REFRESH_MS + 180 * S,
        REFRESH_MS + 900 * S,
      ),
      fc.constantFrom(-S, -1, 0, 1, S),
    )
    .map(([base, by]) => now - base + by);
  const fact: fc.Arbitrary<StateFacts> = fc.record({
    revoked: fc.boolean(),
    lastSeen: fc.oneof(fc.constant(0), boundary, fc.integer({ min: now - 4e9, max: now })),
    intervalS: fc.constantFrom(10, 60, 61, 90, 91, 300, 3600, 900_000, 8_640_000),
    watched: fc.boolean(),
    health: fc.constantFrom(null, "healthy", "degraded", "error", "starting"),
    conflict: fc.boolean(),
    certificateExpiringFrom: fc.constantFrom(now - 1, now, now + 1),
  });
  return fc.sample(fact, count);
}

const FACTS_SQL = `SELECT value ->> 'lastSeen' AS last_seen, value ->> 'intervalS' AS interval_s,
    value ->> 'watched' AS watched, value ->> 'health' AS health,
    value ->> 'conflict' AS conflict, value ->> 'certificateExpiringFrom' AS cert_expiring_from,
    CASE WHEN value ->> 'revoked' THEN 1 END AS revoked_at, key
  FROM json_each(?)`;

describe("the state in SQL", () => {
  const now = Date.UTC(2026, 5, 1);

  it("is what the function says, at every boundary and anywhere else", async () => {
    const all = sampleFacts(now, 2000);
    const rows = await env.DB.prepare(`SELECT ${stateSql(now)} AS state FROM (${FACTS_SQL})`)
      .bind(JSON.stringify(all))
      .all<{ state: string }>();
    expect(rows.results.map(({ state }) => state)).toEqual(
      all.map((each) => effectiveState(each, now)),
    );
    expect(new Set(rows.results.map(({ state }) => state)).size).toBe(STATES.length);
  });

  it("is counted by tenant as the function says", async () => {
    for (const size of [1, 7, 2000]) {
      const tenantId = await aTenant();
      const all = sampleFacts(now, size);
      await env.DB.prepare(
        `INSERT INTO agents (agent_id, tenant_id, role, region, code_id, enrolled_at, seq,
           cert_fingerprint, cert_not_after, policy_id, policy_revision, labels, search,
           last_seen, interval_s, watched, health, conflict, cert_expiring_from, revoked_at)
         SELECT ?1 || '-' || key, ?1, 'collector', 'eu', 'c', 0, 1, 'f', 0, 'p', 1, '{}', '',
           last_seen, interval_s, watched, health, conflict, cert_expiring_from, revoked_at
         FROM (${FACTS_SQL.replace("?", "?2")})`,
      )
        .bind(tenantId, JSON.stringify(all))
        .run();
      const counts = noCounts();
      for (const each of all) counts[effectiveState(each, now)] += 1;
      expect((await countStates(database(env), now)).get(tenantId)).toEqual(counts);
    }
  });
});

describe("GET /agents", () => {
  it("200 page by page, newest first, with an exact total", async () => {
    const tenantId = await aTenant();
    await insertAgents(tenantId, 7, (n) => ({ last_seen: 1000 * n }));
    const as = await aMember(tenantId);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const body = await get<PageOf<Item>>(`/agents?limit=3&page=${page}`, as);
      expect(body).toMatchObject({ total: 7, total_pages: 3, has_more: page < 3, page, limit: 3 });
      seen.push(...body.items.map(({ agent_id }) => agent_id));
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `${tenantId}-${n}`));
  });

  it("200 filtered by each filter, and by all of them together", async () => {
    const tenantId = await aTenant();
    await insertAgents(tenantId, 4, (n) => ({
      role: n === 0 ? "gateway" : "sensor",
      region: n === 1 ? "us" : "eu",
      health: n === 2 ? "error" : null,
      last_seen: n === 3 ? 0 : Date.now(),
      search: `host-${n}% 10.0.0.${n} ${tenantId}`,
    }));
    const as = await anOperator();
    const total = async (query: string) =>
      (await get<PageOf<Item>>(`/agents?tenant=${tenantId}&${query}`, as)).total;
    expect(await total("")).toBe(4);
    expect(await total("role=gateway")).toBe(1);
    expect(await total("region=us")).toBe(1);
    expect(await total("status=error")).toBe(1);
    expect(await total("status=active")).toBe(3);
    expect(await total("status=pending")).toBe(1);
    expect(await total("status=online")).toBe(2);
    expect(await total("q=HOST-2%25")).toBe(1);
    expect(await total("q=%25%25")).toBe(0);
    expect(await total("q=host-_")).toBe(0);
    expect(await total("role=sensor&region=eu&status=error&q=10.0.0")).toBe(1);
    expect(await total("role=gateway&region=us")).toBe(0);
  });

  it("400 for what no filter knows, naming what it does know", async () => {
    const as = await anOperator();
    for (const query of [
      "status=gone",
      "page=0",
      "limit=0",
      "limit=201",
      "q=",
      `q=${"x".repeat(129)}`,
    ]) {
      expect((await call("GET", `/agents?${query}`, { as })).status).toBe(400);
    }
    const problem = await get<{ message: string }>("/agents?status=gone", as);
    for (const state of ["active", ...STATES]) expect(problem.message).toContain(state);
  });

  it("200 as deep as 100,000 rows, 400 beyond, with the last page that there may be", async () => {
    const as = await anOperator();
    for (const path of ["/agents", "/admin/fleet/collectors"]) {
      expect((await call("GET", `${path}?page=500&limit=200`, { as })).status).toBe(200);
      expect((await call("GET", `${path}?page=100000&limit=1`, { as })).status).toBe(200);
      const deep = await call("GET", `${path}?page=501&limit=200`, { as });
      expect(deep.status).toBe(400);
      expect(await deep.json()).toMatchObject({
        error: "invalid_request",
        message: expect.stringContaining("at most 500"),
        details: [{ path: "page" }],
      });
      expect((await call("GET", `${path}?page=2001`, { as })).status).toBe(400);
    }
  });

  it("200 with the caller's tenant only, 403 for another one by name", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    await insertAgents(mine, 1, () => ({}));
    await insertAgents(other, 1, () => ({}));
    const as = await aMember(mine);
    expect(await get("/agents", as)).toMatchObject({ total: 1, items: [{ tenant_id: mine }] });
    expect((await call("GET", `/agents?tenant=${other}`, { as })).status).toBe(403);
  });
});

describe("GET /agents/{id}", () => {
  it("200 for the tenant's own staff, for operators and for the agent; 404 and 403 for the rest", async () => {
    const agent = await anAgent();
    const own = await aMember(agent.tenantId, "viewer");
    const foreign = await aMember(await aTenant());
    expect((await call("GET", `/agents/${agent.id}`, { as: own })).status).toBe(200);
    expect((await call("GET", `/agents/${agent.id}`, { as: foreign })).status).toBe(404);
    expect((await call("GET", "/agents/nobody", { as: own })).status).toBe(404);
    const self = await agent.call("GET", `/agents/${agent.id}`);
    expect(await self.json()).toMatchObject({
      agent_id: agent.id,
      status: "pending",
      duplicates: [],
    });
    const other = await anAgent({ tenantId: agent.tenantId });
    expect((await agent.call("GET", `/agents/${other.id}`)).status).toBe(403);
  });

  it("200 names other agents on the same machine", async () => {
    const tenantId = await aTenant();
    const machine = { machine_id: "same", hostname: "twin" };
    const [one, other] = [await anAgent({ tenantId }), await anAgent({ tenantId })];
    for (const each of [one, other]) await each.checkIn({ machine });
    const as = await anOperator();
    expect(await get(`/agents/${one.id}`, as)).toMatchObject({
      duplicates: [{ agent_id: other.id, hostname: "twin" }],
    });
    expect(await get(`/agents?tenant=${tenantId}&q=SAME`, as)).toMatchObject({ total: 2 });
  });
});

describe("GET /admin/fleet/collectors", () => {
  it("200 for operators, 403 for a tenant's owner", async () => {
    const agent = await anAgent();
    await agent.checkIn({}, { cf: { colo: "FRA" } });
    const as = await anOperator();
    expect(await get(`/admin/fleet/collectors?q=${agent.id}`, as)).toMatchObject({
      total: 1,
      items: [{ agent_id: agent.id, colo: "FRA", effective_state: "online" }],
    });
    const owner = await aMember(agent.tenantId);
    expect((await call("GET", "/admin/fleet/collectors", { as: owner })).status).toBe(403);
    expect((await call("GET", "/admin/fleet/summary", { as: owner })).status).toBe(403);
  });

  it("404 for an agent under another tenant's name", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const wrong = await call("GET", `/admin/fleet/collectors/${await aTenant()}/${agent.id}`, {
      as,
    });
    expect(wrong.status).toBe(404);
  });
});

describe("GET /admin/fleet/summary", () => {
  it("200 and equal to the totals of the list under every filter, at the same instant", async () => {
    const tenants = [await aTenant(), await aTenant()];
    const now = Date.now() + 5000;
    for (const tenantId of tenants) {
      const ages = fc.sample(fc.constantFrom(0, 170, 200, 800, 1000, 5000, 3_000_000), 25);
      const healths = fc.sample(fc.constantFrom(null, "error", "degraded"), 25);
      await insertAgents(tenantId, 25, (n) => ({
        last_seen: n % 9 === 0 ? 0 : now - (ages[n] ?? 0) * S,
        health: healths[n] ?? null,
        watched: n % 2,
        revoked_at: n % 11 === 0 ? 1 : null,
        conflict: n % 7 === 0 ? 1 : 0,
      }));
    }
    const { request } = anApp({ now: () => now });
    const as = await anOperator();
    const read = async <T>(path: string) =>
      (
        await request(`http://rampart.test${path}`, { headers: { authorization: `Bearer ${as}` } })
      ).json<T>();
    type Counts = { total: number; by_state: Record<string, number> };
    const summary = await read<{ totals: Counts; tenants: (Counts & { tenant_id: string })[] }>(
      "/admin/fleet/summary",
    );
    expect(Object.keys(summary.totals.by_state).sort()).toEqual([...STATES].sort());
    for (const tenantId of tenants) {
      const counts = summary.tenants.find(({ tenant_id }) => tenant_id === tenantId);
      const all = await read<PageOf<Item>>(`/agents?tenant=${tenantId}&limit=200`);
      expect(counts?.total).toBe(all.total);
      for (const state of STATES) {
        const listed = await read<PageOf<Item>>(`/agents?tenant=${tenantId}&status=${state}`);
        expect([state, listed.total]).toEqual([state, counts?.by_state[state]]);
        expect(all.items.filter((item) => item.effective_state === state)).toHaveLength(
          listed.total,
        );
        expect(listed.items.every((item) => item.effective_state === state)).toBe(true);
      }
    }
    const sum = summary.tenants.reduce((total, tenant) => total + tenant.total, 0);
    expect(summary.totals.total).toBe(sum);
  });
});

describe("an agent that falls silent", () => {
  const DAY_MS = 86_400 * S;
  const at = (now: number) => anApp({ now: () => now });

  /** Enrolled long ago, so that it can have been seen in the past. */
  async function anOldAgent(): Promise<TestAgent> {
    const { code } = await aCode();
    const key = await makeKey();
    const body = JSON.stringify({ enrollment_code: code, csr_pem: await makeCsr(key) });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body };
    const answer = await at(Date.now() - DAY_MS).request("http://rampart.test/enroll", init);
    return new TestAgent(await answer.json<EnrollResponse>(), key);
  }

  async function checkInAt(agent: TestAgent, now: number) {
    const answer = await at(now).request(`http://rampart.test/agents/${agent.id}/checkin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      cf: { tlsClientAuth: tlsOf(agent.pem) },
    });
    expect(answer.status).toBe(200);
  }
  const states = async (agent: TestAgent) => {
    const lines = await runInDurableObject(stubOf(agent), (_object, state) =>
      state.storage.sql.exec<{ key: string }>("SELECT key FROM events ORDER BY seq").toArray(),
    );
    return lines.map(({ key }) => key.split("-").at(-1));
  };
  const listed = async (agent: TestAgent) => {
    const body = await get<PageOf<Item>>(`/agents?q=${agent.id}`, await anOperator());
    return body.items[0]?.effective_state;
  };

  it("is noticed by its alarm, once for each state, in the lists and in the event stream", async () => {
    const agent = await anOldAgent();
    await checkInAt(agent, Date.now() - 200 * S);
    expect(await listed(agent)).toBe("online");
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("stale");
    await runDurableObjectAlarm(stubOf(agent));
    expect(await states(agent)).toEqual(["online", "stale"]);
    await checkInAt(agent, Date.now());
    expect(await listed(agent)).toBe("online");
    expect(await states(agent)).toEqual(["online", "stale", "online"]);
  });

  it("is offline after the longer time, and its last sight never moves back", async () => {
    const agent = await anOldAgent();
    const seen = Date.now() - 1000 * S;
    await checkInAt(agent, seen);
    await checkInAt(agent, seen - 500 * S);
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("offline");
    const body = await get<Item>(`/agents/${agent.id}`, await anOperator());
    expect(body.last_seen_at).toBe(new Date(seen).toISOString());
  });

  it("is told to D1 as soon as that works again, however often it fails before", async () => {
    const agent = await anOldAgent();
    await runInDurableObject(stubOf(agent), (object) => useDatabase(object, dyingDatabase(0)));
    await checkInAt(agent, Date.now() - 1000 * S);
    for (let ring = 0; ring < 7; ring += 1) {
      await runDurableObjectAlarm(stubOf(agent));
      expect(await alarmOf(agent)).toBeLessThanOrEqual(Date.now() + RETRY_MS);
      expect(await listed(agent)).toBe("online");
    }
    expect(await states(agent)).toEqual(["online", "offline"]);
    await runInDurableObject(stubOf(agent), (object) => useDatabase(object, env.DB));
    await runDurableObjectAlarm(stubOf(agent));
    expect(await listed(agent)).toBe("offline");
    expect(await alarmOf(agent)).toBeNull();
  });

  it("is heard of though the outbox is full", async () => {
    const agent = await anOldAgent();
    await runInDurableObject(stubOf(agent), (_object, state) => fillOutbox(state));
    await checkInAt(agent, Date.now() - 1000 * S);
    await runDurableObjectAlarm(stubOf(agent));
    const own = (await states(agent)).filter((name) => name?.startsWith("full:") === false);
    expect(own).toEqual(["online", "offline"]);
  });

  it("sets no alarm at a heartbeat", async () => {
    const agent = await anAgent();
    await agent.checkIn({});
    const first = await alarmOf(agent);
    expect(first).toBeGreaterThan(Date.now() + 170 * S);
    await agent.checkIn({});
    expect(await alarmOf(agent)).toBe(first);
  });
});
