import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import type { AgentObject } from "../../src/fleet/agent/agent-object.ts";
import { placeOrder } from "../../src/fleet/bulk/place-order.ts";
import { AGENTS_A_TURN, runOrders } from "../../src/fleet/bulk/run-orders.ts";
import { findOrder, MAX_TRIES } from "../../src/fleet/bulk/store.ts";
import { settle } from "../../src/http/index.ts";
import { database, livePlatform } from "../../src/platform/index.ts";
import { anAgent, type TestAgent } from "../support/agent.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { fillFleet } from "../support/fill-fleet.ts";
import { anOperator, aTenant, ROOT } from "../support/people.ts";

const MOST_TURNS = 80;
const by = { ...ROOT, requestId: "bulk" };

async function order(tenantId: string, action: "revoke" | "deregister", expected: number) {
  const selection = { action, tenantId: claimedBySystem(tenantId), filter: {}, expected };
  return settle(await placeOrder(database(env), by, selection, Date.now())).row.id;
}

const turn = async (bindings: Partial<Cloudflare.Env> = {}) =>
  runOrders({ env: { ...env, ...bindings }, platform: { ...livePlatform, log: () => {} } });

/** A turn some time later: an order that was cancelled ends when no turn can be calling its agents. */
const turnLater = async () => {
  const now = () => Date.now() + 60_000;
  await runOrders({ env, platform: { ...livePlatform, now, log: () => {} } });
};

const rowOf = async (id: string) => findOrder(database(env), id);

async function someAgents(tenantId: string, count: number): Promise<TestAgent[]> {
  const agents: TestAgent[] = [];
  while (agents.length < count) agents.push(await anAgent({ tenantId }));
  return agents;
}

async function linesOf(action: string, tenantId: string): Promise<unknown> {
  const sql = "select count(*) as n from audit_log where action = ? and tenant_id = ?";
  return env.DB.prepare(sql).bind(action, tenantId).first("n");
}

describe("a bulk order that is cut off", () => {
  it.each(["revoke", "deregister"] as const)(
    "goes on where it was, whichever call of D1 was the last: %s",
    async (action) => {
      for (const calls of [3, 4, 5, 6]) {
        const tenantId = await aTenant();
        const agents = await someAgents(tenantId, 3);
        const id = await order(tenantId, action, 3);
        await turn({ DB: dyingDatabase(calls) }).catch(() => {});
        await turn();
        await turn();
        const row = await rowOf(id);
        expect(row).toMatchObject({ done: 3, gone: 0, failed: 0 });
        expect(row?.endedAt).not.toBeNull();
        for (const agent of agents) expect((await agent.checkIn()).status).toBe(403);
        const line = action === "revoke" ? "agent.revoked" : "agent.deregistered";
        await expect.poll(async () => linesOf(line, tenantId)).toBe(3);
      }
    },
  );

  it("two turns at once count each agent once", async () => {
    const tenantId = await aTenant();
    await someAgents(tenantId, 4);
    const id = await order(tenantId, "revoke", 4);
    await Promise.all([turn(), turn()]);
    expect(await rowOf(id)).toMatchObject({ done: 4, gone: 0, failed: 0 });
    expect(await linesOf("agent.revoked", tenantId)).toBe(4);
  });

  it("an agent whose object fails is tried in three turns, holds up nobody, and is listed", async () => {
    const tenantId = await aTenant();
    const [failing] = await someAgents(tenantId, 3);
    const id = await order(tenantId, "revoke", 3);
    const name = `${tenantId}/${failing?.id}`;
    const away = { carryOut: async () => Promise.reject(new Error("away")) };
    const AGENT = {
      idFromName: (asked: string) => (asked === name ? asked : env.AGENT.idFromName(asked)),
      get: (asked: DurableObjectId | string) =>
        typeof asked === "string" ? away : env.AGENT.get(asked),
    } as unknown as Cloudflare.Env["AGENT"];
    await turn({ AGENT });
    expect(await rowOf(id)).toMatchObject({ done: 2, failed: 0, endedAt: null });
    for (let tried = 1; tried < MAX_TRIES; tried += 1) await turn({ AGENT });
    expect(await rowOf(id)).toMatchObject({ done: 2, failed: 1 });
    const as = await anOperator();
    const list = await call("GET", `/admin/fleet/bulk-orders/${id}/failures?limit=1`, { as });
    const items = [{ agentId: failing?.id, tenantId, reason: "failed" }];
    expect(await list.json()).toEqual({ items, next: null });
    const shown = await call("GET", `/admin/fleet/bulk-orders/${id}`, { as });
    expect(await shown.json()).toMatchObject({ state: "done", waiting: 0 });
  });

  it("an order that is cancelled while a turn calls its agents still counts those that were called", async () => {
    const tenantId = await aTenant();
    await someAgents(tenantId, 2);
    const id = await order(tenantId, "revoke", 2);
    const { promise: held, resolve: goOn } = Promise.withResolvers<undefined>();
    const { promise: called, resolve: noteCall } = Promise.withResolvers<undefined>();
    const AGENT = {
      idFromName: (name: string) => env.AGENT.idFromName(name),
      get: (agent: DurableObjectId) => ({
        carryOut: async (...given: Parameters<AgentObject["carryOut"]>) => {
          noteCall(undefined);
          await held;
          return env.AGENT.get(agent).carryOut(...given);
        },
      }),
    } as unknown as Cloudflare.Env["AGENT"];
    const slow = turn({ AGENT });
    await called;
    const as = await anOperator();
    await call("POST", `/admin/fleet/bulk-orders/${id}/cancel`, { as });
    await turn();
    goOn(undefined);
    await slow;
    await turnLater();
    const shown = await call("GET", `/admin/fleet/bulk-orders/${id}`, { as });
    expect(await shown.json()).toMatchObject({ state: "cancelled", done: 2, waiting: 0 });
  });

  it("ten orders of one tenant do not hold up another's", async () => {
    const [many, few] = [await aTenant(), await aTenant()];
    await someAgents(many, 1);
    await someAgents(few, 1);
    for (let at = 0; at < 10; at += 1) await order(many, "revoke", 1);
    const last = await order(few, "revoke", 1);
    await turn();
    expect(await rowOf(last)).toMatchObject({ done: 1 });
  });

  it("that is cancelled half way leaves the rest alone, and forgets it", async () => {
    const tenantId = await aTenant();
    const [first] = await someAgents(tenantId, 2);
    const id = await order(tenantId, "revoke", 2);
    const as = await anOperator();
    const cancelled = await call("POST", `/admin/fleet/bulk-orders/${id}/cancel`, { as });
    expect(await cancelled.json()).toMatchObject({ state: "cancelling", waiting: 2 });
    await turnLater();
    const shown = await call("GET", `/admin/fleet/bulk-orders/${id}`, { as });
    expect(await shown.json()).toMatchObject({ state: "cancelled", done: 0, waiting: 2 });
    expect((await first?.checkIn())?.status).toBe(200);
    const rows = env.DB.prepare("select count(*) as n from bulk_agents where order_id = ?");
    expect(await rows.bind(id).first("n")).toBe(0);
    expect(await linesOf("fleet.bulk_cancelled", tenantId)).toBe(1);
  });
});

it("10,000 agents: chosen in one transaction, a thousand a turn, and the rows of the gone are removed", async () => {
  for (const sql of fillFleet(20_000, 2, Date.now())) await env.DB.prepare(sql).run();
  const id = await order("tenant-1", "deregister", 10_000);
  // No object knows these agents, so they count as gone.
  const nobody = { carryOut: async () => Promise.resolve("unknown") };
  const AGENT = {
    idFromName: (name: string) => name,
    get: () => nobody,
  } as unknown as Cloudflare.Env["AGENT"];
  let turns = 0;
  while ((await rowOf(id))?.endedAt === null && turns < MOST_TURNS) {
    turns += 1;
    await turn({ AGENT });
    if (turns === 1) expect((await rowOf(id))?.gone).toBe(AGENTS_A_TURN);
  }
  expect(await rowOf(id)).toMatchObject({ total: 10_000, done: 0, gone: 10_000, failed: 0 });
  expect(turns).toBeLessThanOrEqual(11);
  const left = env.DB.prepare("select tenant_id as t, count(*) as n from agents group by 1");
  expect((await left.all()).results).toContainEqual({ t: "tenant-0", n: 10_000 });
  expect(await linesOf("agent.deregistered", "tenant-1")).toBe(10_000);
}, 120_000);
