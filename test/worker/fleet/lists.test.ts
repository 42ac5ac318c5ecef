import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../../src/access/claim-tenant.ts";
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
import { anAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
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

/** Agents of every kind, most of them close to a boundary between two states. */
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

describe("an agent's state computed in SQL", () => {
  const now = Date.UTC(2026, 5, 1);

  it("equals effectiveState at every boundary and elsewhere", async () => {
    const all = sampleFacts(now, 2000);
    const rows = await env.DB.prepare(`SELECT ${stateSql(now)} AS state FROM (${FACTS_SQL})`)
      .bind(JSON.stringify(all))
      .all<{ state: string }>();
    expect(rows.results.map(({ state }) => state)).toEqual(
      all.map((each) => effectiveState(each, now)),
    );
    expect(new Set(rows.results.map(({ state }) => state)).size).toBe(STATES.length);
  });

  it("is counted per tenant as effectiveState says", async () => {
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
      const own = await countStates(database(env), now, claimedBySystem(tenantId));
      expect([...own]).toEqual([[tenantId, counts]]);
    }
  });
});

describe("GET /agents", () => {
  it("200 page by page, last seen first, with an exact total", async () => {
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

  it("200 filtered by each filter, and by several together", async () => {
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

  it("200 by status=silent with the agents that are offline or missing", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const ago = [0, 20 * 60 * S, 31 * 86_400 * S];
    await insertAgents(tenantId, 3, (n) => ({ last_seen: Date.now() - (ago[n] ?? 0) }));
    const found = async (path: string, by: string) =>
      (await get<PageOf<Item>>(`${path}?status=silent&tenant=${tenantId}`, by)).items.map(
        (one) => one.effective_state,
      );
    expect(await found("/agents", as)).toEqual(["offline", "missing"]);
    expect(await found("/admin/fleet/collectors", await anOperator())).toEqual([
      "offline",
      "missing",
    ]);
  });

  it("400 for an unknown filter value, with the known ones in the message", async () => {
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
    for (const state of ["active", "silent", ...STATES]) expect(problem.message).toContain(state);
  });

  it("200 for the first 100,000 rows, 400 beyond with the last page allowed", async () => {
    const as = await anOperator();
    for (const path of ["/agents", "/admin/fleet/collectors"]) {
      expect((await call("GET", `${path}?page=500&limit=200`, { as })).status).toBe(200);
      expect((await call("GET", `${path}?page=100000&limit=1`, { as })).status).toBe(200);
      const deep = await call("GET", `${path}?page=501&limit=200`, { as });
      expect(deep.status).toBe(400);
      expect(await deep.json()).toMatchObject({
        error: "invalid_request",
        message: expect.stringMatching(/at most 500 .* use the filters or "after"/),
        details: [{ path: "page" }],
      });
      expect((await call("GET", `${path}?page=2001`, { as })).status).toBe(400);
    }
  });

  it.each(["", "&q=host", "&status=online"])(
    "200 page by page with after%s: each agent is listed once, though agents check in or leave meanwhile",
    async (filter) => {
      const as = await anOperator();
      for (const path of ["/agents", "/admin/fleet/collectors"]) {
        const tenantId = await aTenant();
        await insertAgents(tenantId, 7, () => ({ search: "host" }));
        const shown: string[] = [];
        for (let [after, more] = ["0", true]; more; after = shown.at(-1) ?? "") {
          const query = `tenant=${tenantId}&limit=2&after=${after}${filter}`;
          const body = await get<PageOf<Item>>(`${path}?${query}`, as);
          expect(body.total).toBe(7 - shown.length);
          shown.push(...body.items.map(({ agent_id }) => agent_id));
          more = body.has_more;
          const change = env.DB.prepare(
            "UPDATE agents SET last_seen = last_seen + 1000 WHERE agent_id = ?",
          );
          await change.bind(`${tenantId}-6`).run();
          await env.DB.prepare("DELETE FROM agents WHERE agent_id = ?").bind(shown[0]).run();
        }
        expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `${tenantId}-${n}`));
      }
    },
  );

  it("200 with the caller's tenant only, 403 for another tenant by name", async () => {
    const [mine, other] = [await aTenant(), await aTenant()];
    await insertAgents(mine, 1, () => ({}));
    await insertAgents(other, 1, () => ({}));
    const as = await aMember(mine);
    expect(await get("/agents", as)).toMatchObject({ total: 1, items: [{ tenant_id: mine }] });
    expect((await call("GET", `/agents?tenant=${other}`, { as })).status).toBe(403);
  });
});

describe("GET /agents/{id}", () => {
  it("200 for the tenant's staff and the agent itself, 404 for other tenants' staff, 403 for other agents", async () => {
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

  it("200 with the tenant's other agents on the same machine", async () => {
    const tenantId = await aTenant();
    const machine = { machine_id: "same", hostname: "twin" };
    const [one, other] = [await anAgent({ tenantId }), await anAgent({ tenantId })];
    // Another tenant's agent on a machine of the same id is not shown.
    for (const each of [await anAgent(), one, other]) await each.checkIn({ machine });
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
    for (const path of ["/admin/fleet/collectors", "/admin/fleet/summary"]) {
      const answer = await call("GET", path, { as: owner });
      expect(answer.status).toBe(403);
      expect((await answer.json<{ message: string }>()).message).toContain("fleet:read-all");
    }
  });

  it("200 with the counters of a day, as of the agent's last report to D1", async () => {
    const [agent, as] = [await anAgent(), await anOperator()];
    const counted = async (now?: number) => {
      const { request } = anApp(now === undefined ? {} : { now: () => now });
      const path = `http://rampart.test/admin/fleet/collectors?q=${agent.id}`;
      const answer = await request(path, { headers: { authorization: `Bearer ${as}` } });
      const { items } = await answer.json<{ items: { counters: object }[] }>();
      return items[0]?.counters;
    };
    const none = { checkins_24h: 0, events_24h: 0, rejected_24h: 0 };
    expect(await counted()).toEqual(none);
    await agent.event({ eventId: "one" });
    await agent.checkIn({});
    expect(await counted()).toEqual({ ...none, checkins_24h: 1, events_24h: 1 });
    await agent.checkIn({ status: { health: "error" } });
    expect(await counted()).toEqual({ ...none, checkins_24h: 2, events_24h: 1 });
    expect(await counted(Date.now() + 25 * 3600 * S)).toEqual(none);
  });

  it("404 for an agent under another tenant's id", async () => {
    const agent = await anAgent();
    const as = await anOperator();
    const wrong = await call("GET", `/admin/fleet/collectors/${await aTenant()}/${agent.id}`, {
      as,
    });
    expect(wrong.status).toBe(404);
  });
});

describe("GET /admin/fleet/summary", () => {
  it("200 with the same totals as the list under every status at the same moment", async () => {
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
