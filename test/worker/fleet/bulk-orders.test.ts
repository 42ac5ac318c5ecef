import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../../src/access/claim-tenant.ts";
import { placeOrder } from "../../../src/fleet/bulk/place-order.ts";
import { runBulkOrders } from "../../../src/fleet/jobs.ts";
import { settle } from "../../../src/http/index.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { anAgent, errorOf, type TestAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant, ROOT } from "../../support/people.ts";

const PATH = "/admin/fleet/bulk-orders";

interface Order {
  id: string;
  state: string;
  total: number;
  done: number;
  gone: number;
  failed: number;
  waiting: number;
}

async function someAgents(tenantId: string, count: number): Promise<TestAgent[]> {
  const agents: TestAgent[] = [];
  while (agents.length < count) agents.push(await anAgent({ tenantId }));
  return agents;
}

async function place(as: string, body: object, headers: Record<string, string> = {}) {
  const answer = await call("POST", PATH, { as, body, headers });
  return { status: answer.status, headers: answer.headers, order: await answer.json<Order>() };
}

/** Lets the cron go on until the order has ended, and shows it. */
async function ended(as: string, id: string): Promise<Order> {
  for (let turn = 0; turn < 10; turn += 1) {
    await runBulkOrders(env, { ...livePlatform, log: () => {} });
    const order = await (await call("GET", `${PATH}/${id}`, { as })).json<Order>();
    if (["done", "cancelled"].includes(order.state)) return order;
  }
  throw new Error("it does not end");
}

async function linesOf(target: string) {
  const { results } = await env.DB.prepare(
    "select action, tenant_id as tenant, detail, request_id as request from audit_log where target = ? order by seq",
  )
    .bind(target)
    .all<{ action: string; tenant: string; detail: string | null; request: string }>();
  return results;
}

const statusOf = async (agent: TestAgent) => errorOf(await agent.checkIn());

describe("a bulk order", () => {
  it("202 revokes all that a filter finds, and neither others nor those of other tenants", async () => {
    const as = await anOperator();
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const mine = await someAgents(tenantId, 3);
    const [theirs] = await someAgents(other, 1);
    const selection = { action: "revoke", tenantId, filter: { role: "collector" } };
    const seen = await call("POST", `${PATH}/preview`, { as, body: selection });
    expect(await seen.json()).toEqual({
      count: 3,
      missing: 0,
      most: 5e4,
      tenants: [
        {
          tenantId,
          count: 3,
        },
      ],
    });
    const { status, headers, order } = await place(as, { ...selection, expected: 3 });
    expect(status).toBe(202);
    expect(headers.get("location")).toBe(`${PATH}/${order.id}`);
    expect(order).toMatchObject({ tenantId, state: "running", total: 3, waiting: 3 });
    expect(await ended(as, order.id)).toMatchObject({ state: "done", done: 3, waiting: 0 });
    for (const agent of mine) expect(await statusOf(agent)).toBe("403 agent_revoked stop");
    expect((await theirs?.checkIn())?.status).toBe(200);
    const list = await call("GET", `/agents?tenant=${tenantId}&status=revoked`, { as });
    expect(await list.json()).toMatchObject({ total: 3 });
    const [line, ...more] = await linesOf(order.id);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ action: "fleet.bulk_ordered", tenant: tenantId });
    expect(JSON.parse(line?.detail ?? "")).toMatchObject({ order: "revoke", count: 3 });
    for (const { id } of mine) {
      const revoked = (await linesOf(id)).filter(({ action }) => action === "agent.revoked");
      expect(revoked.map(({ request }) => request)).toEqual([line?.request]);
    }
  });

  it("409 for another number than expected, and nothing is done", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    const [one] = await someAgents(tenantId, 2);
    for (const expected of [1, 3]) {
      const order = { action: "revoke", tenantId, filter: {}, expected };
      const refused = await call("POST", PATH, { as, body: order });
      expect(await errorOf(refused)).toBe("409 selection_changed");
    }
    expect((await one?.checkIn())?.status).toBe(200);
    const rows = env.DB.prepare("select count(*) as n from bulk_agents where tenant_id = ?");
    expect(await rows.bind(tenantId).first("n")).toBe(0);
  });

  it("leaves out ids of other tenants, unknown ones and repeated ones, as if they did not exist", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const [mine] = await someAgents(tenantId, 1);
    const [theirs] = await someAgents(other, 1);
    const as = await aMember(tenantId);
    const agentIds = [mine?.id, mine?.id, theirs?.id, "nobody"];
    const selection = { action: "deregister", agentIds };
    const seen = await call("POST", `${PATH}/preview`, { as, body: selection });
    expect(await seen.json()).toMatchObject({ count: 1, missing: 2, tenants: [{ tenantId }] });
    const refused = await call("POST", PATH, { as, body: { ...selection, expected: 2 } });
    expect(await errorOf(refused)).toBe("409 selection_changed");
    const { order } = await place(as, { ...selection, expected: 1 });
    expect(await ended(as, order.id)).toMatchObject({ total: 1, done: 1 });
    expect((await theirs?.checkIn())?.status).toBe(200);
    if (mine !== undefined) expect(await statusOf(mine)).toBe("403 agent_deregistered stop");
    // Its object's alarm tells D1.
    const ends = async () =>
      (await linesOf(mine?.id ?? "")).filter(({ action }) => action === "agent.deregistered");
    await expect.poll(async () => (await ends()).length).toBe(1);
  });

  it("403 for a tenant's own people who would revoke or resolve, or name another tenant", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const as = await aMember(tenantId);
    for (const action of ["revoke", "resolve_conflict"]) {
      const body = { action, filter: {} };
      for (const [path, more] of [
        [`${PATH}/preview`, {}],
        [PATH, { expected: 1 }],
      ] as const) {
        const refused = await call("POST", path, { as, body: { ...body, ...more } });
        expect(await errorOf(refused)).toBe("403 permission_denied");
      }
    }
    const body = { action: "deregister", filter: {}, tenantId: other, expected: 1 };
    expect(await errorOf(await call("POST", PATH, { as, body }))).toBe("403 tenant_forbidden");
    const several = await aMember([tenantId, other]);
    const unnamed = { action: "deregister", filter: {} };
    const asked = await call("POST", `${PATH}/preview`, { as: several, body: unnamed });
    expect(await errorOf(asked)).toBe("400 invalid_request");
  });

  it("is seen and cancelled by its tenant alone", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    await someAgents(tenantId, 1);
    const operator = await anOperator();
    const body = { action: "deregister", filter: {}, expected: 1 };
    const { order } = await place(await aMember(tenantId), body);
    const stranger = await aMember(other);
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/failures"],
      ["POST", "/cancel"],
    ] as const) {
      const answer = await call(method, `${PATH}/${order.id}${path}`, { as: stranger });
      expect(await errorOf(answer)).toBe("404 not_found");
    }
    const list = async (as: string) => {
      const answer = await call("GET", `${PATH}?tenant=${tenantId}`, { as });
      return (await answer.json<{ items?: Order[] }>()).items?.map(({ id }) => id);
    };
    expect(await list(await aMember(tenantId, "viewer"))).toEqual([order.id]);
    expect(await list(operator)).toEqual([order.id]);
    const theirs = await call("GET", PATH, { as: stranger });
    expect(await theirs.json()).toMatchObject({ total: 0 });
  });

  it("an operator's for all tenants is seen by no tenant, and each log has its own number", async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const agents = [...(await someAgents(one, 2)), ...(await someAgents(two, 1))];
    const as = await anOperator();
    const agentIds = agents.map(({ id }) => id);
    const { order } = await place(as, { action: "revoke", agentIds, expected: 3 });
    expect(await ended(as, order.id)).toMatchObject({ tenantId: null, done: 3 });
    const member = await aMember(one);
    expect((await call("GET", `${PATH}/${order.id}`, { as: member })).status).toBe(404);
    const lines = (await linesOf(order.id)).map((line) => [
      line.tenant,
      (JSON.parse(line.detail ?? "") as { count: number }).count,
    ]);
    expect(Object.fromEntries(lines)).toEqual({ [one]: 2, [two]: 1 });
  });

  it("a repeat with its Idempotency-Key gets the same order; 422 for another under that key", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    await someAgents(tenantId, 2);
    const body = { action: "revoke", tenantId, filter: {}, expected: 2 };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all([place(as, body, headers), place(as, body, headers)]);
    const again = await place(as, body, headers);
    expect(new Set([...answers, again].map(({ order }) => order.id)).size).toBe(1);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await call("POST", PATH, { as, body: { ...body, expected: 1 }, headers });
    expect(await errorOf(other)).toBe("422 idempotency_key_reused");
    expect(await ended(as, again.order.id)).toMatchObject({ done: 2 });
  });

  it("counts an agent that left before its turn as gone, and one revoked by somebody else as done", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    const [leaves, revoked] = await someAgents(tenantId, 2);
    const owner = claimedBySystem(tenantId);
    const selection = { action: "revoke", tenantId: owner, filter: {}, expected: 2 } as const;
    const { row } = settle(await placeOrder(database(env), ROOT, selection, Date.now()));
    await leaves?.leave();
    const one = `/admin/fleet/collectors/${tenantId}/${revoked?.id}/revoke`;
    await call("POST", one, { as });
    const { id } = row;
    expect(await ended(as, id)).toMatchObject({ state: "done", done: 1, gone: 1, failed: 0 });
    const lines = (await linesOf(revoked?.id ?? "")).filter((l) => l.action === "agent.revoked");
    expect(lines.length).toBe(1);
  });

  it("takes the conflict off those in conflict alone", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    const [clone] = await someAgents(tenantId, 2);
    await clone?.checkIn({ machine: { machine_id: "a" } });
    await clone?.checkIn({ machine: { machine_id: "b" } });
    await clone?.checkIn({ machine: { machine_id: "a" } });
    const body = { action: "resolve_conflict", tenantId, filter: {}, expected: 1 };
    const { status, order } = await place(as, body);
    expect(status).toBe(202);
    expect(await ended(as, order.id)).toMatchObject({ done: 1 });
    const left = await call("GET", `/agents?tenant=${tenantId}&conflict=true`, { as });
    expect(await left.json()).toMatchObject({ total: 0 });
  });

  it.each([
    ["neither a filter nor ids", { action: "revoke" }],
    ["both", { action: "revoke", filter: {}, agentIds: ["a"] }],
    ["a filter that does not exist", { action: "revoke", filter: { verison: "1.0.0" } }],
    ["a part of what a filter finds", { action: "revoke", filter: { after: "a" } }],
    ["no ids", { action: "revoke", agentIds: [] }],
    ["501 ids", { action: "revoke", agentIds: Array.from({ length: 501 }, (_, at) => `a${at}`) }],
    ["an action that does not exist", { action: "wipe", filter: {} }],
  ])("400 for %s", async (_what, body) => {
    const as = await anOperator();
    for (const [path, more] of [
      [`${PATH}/preview`, {}],
      [PATH, { expected: 1 }],
    ] as const) {
      expect((await call("POST", path, { as, body: { ...body, ...more } })).status).toBe(400);
    }
  });

  it("400 for an order that expects none, or more than one order may have", async () => {
    const as = await anOperator();
    for (const expected of [0, 50_001, undefined]) {
      const body = { action: "revoke", filter: {}, expected };
      expect((await call("POST", PATH, { as, body })).status).toBe(400);
    }
  });
});
