import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LIFECYCLES, STATES } from "../../src/fleet/effective-state.ts";
import { aCode } from "../support/agent.ts";
import { fillFleet } from "../support/fill-fleet.ts";
import { anApp } from "../support/app.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { anOperator } from "../support/people.ts";

/** With `npm test -- --all` as many as a large fleet has. */
const AGENTS = env.TEST_ALL === "" ? 20_000 : 100_000;
const TENANTS = 20;

type Counts = { total: number; by_state: Record<string, number> };
interface Summary {
  totals: Counts;
  tenants: (Counts & { tenant_id: string })[];
}

describe(`${AGENTS} agents`, () => {
  /** All is asked of one instant: else agents cross a threshold between two calls. */
  const now = Date.now();
  const { request } = anApp({ now: () => now });
  let as: string;

  const read = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${as}` };
    const answer = await request(`http://rampart.test${path}`, { headers });
    expect(answer.status).toBe(200);
    return answer.json<T>();
  };
  const totalOf = async (query: string) =>
    (await read<{ total: number }>(`/agents?limit=1&${query}`)).total;

  beforeAll(async () => {
    for (const statement of fillFleet(AGENTS, TENANTS, now)) await env.DB.prepare(statement).run();
    as = await anOperator();
  }, 240_000);

  it("have exactly the same totals in list and summary", { timeout: 240_000 }, async () => {
    const { totals, tenants } = await read<Summary>("/admin/fleet/summary");
    expect(totals.total).toBe(AGENTS);
    expect(tenants).toHaveLength(TENANTS);
    for (const state of STATES) {
      // Each state has agents, so that no total is right for want of any.
      expect([state, totals.by_state[state]]).not.toEqual([state, 0]);
      expect([state, await totalOf(`status=${state}`)]).toEqual([state, totals.by_state[state]]);
    }
    for (const { tenant_id: tenant, total, by_state } of tenants.slice(0, 3)) {
      expect(await totalOf(`tenant=${tenant}`)).toBe(total);
      for (const state of STATES) {
        const listed = await totalOf(`tenant=${tenant}&status=${state}`);
        expect([tenant, state, listed]).toEqual([tenant, state, by_state[state]]);
      }
    }
  });

  it("are each in one lifecycle, and their counts by state under a filter add up to its total", async () => {
    const stored = await Promise.all(LIFECYCLES.map((each) => totalOf(`status=${each}`)));
    // "pending" and "revoked" are words of both vocabularies; one that was revoked is not active.
    expect(stored.reduce((sum, each) => sum + each, 0)).toBe(AGENTS);
    const filter = "role=gateway&region=us&q=10.0.7";
    const each = await Promise.all(STATES.map((state) => totalOf(`${filter}&status=${state}`)));
    const all = await totalOf(filter);
    expect(all).toBeGreaterThan(0);
    expect(each.reduce((sum, part) => sum + part, 0)).toBe(all);
  });
});

describe("hundreds of retries of one one-time code", () => {
  /** Ten thousand with `npm test -- --all`; all that slows a caller begins within a hundred. */
  const RETRIES = env.TEST_ALL === "" ? 800 : 10_000;
  const KEYS = 8;
  const AT_ONCE = 100;

  it("make exactly one agent, over HTTP, with 8 keys", { timeout: 600_000 }, async () => {
    const { code, id } = await aCode();
    const { request } = anApp();
    const keys = await Promise.all(Array.from({ length: KEYS }, () => makeKey()));
    const csrs = await Promise.all(keys.map((key) => makeCsr(key)));
    const enrol = async (n: number) => {
      const body = JSON.stringify({ enrollment_code: code, csr_pem: csrs[n % KEYS] });
      const headers = { "content-type": "application/json" };
      const answer = await request("http://rampart.test/enroll", { method: "POST", headers, body });
      const told = await answer.json<{ agent_id?: string; error?: string }>();
      return `${answer.status} ${told.agent_id ?? told.error}`;
    };
    const answers = new Map<string, number>();
    for (let from = 0; from < RETRIES; from += AT_ONCE) {
      const turn = Array.from({ length: AT_ONCE }, (_, n) => enrol(from + n));
      for (const each of await Promise.all(turn)) answers.set(each, (answers.get(each) ?? 0) + 1);
    }
    const rows = await env.DB.prepare("SELECT agent_id FROM agents WHERE code_id = ?")
      .bind(id)
      .all<{ agent_id: string }>();
    expect(rows.results).toHaveLength(1);
    const agent = `200 ${rows.results[0]?.agent_id}`;
    // The key that came first gets its agent each time; the others are refused, and then slowed.
    expect(answers.get(agent)).toBe(RETRIES / KEYS);
    const refused =
      (answers.get("401 code_consumed") ?? 0) + (answers.get("429 too_many_failures") ?? 0);
    expect(refused).toBe(RETRIES - RETRIES / KEYS);
  });
});
