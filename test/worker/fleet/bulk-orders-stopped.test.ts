import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PERMISSIONS, type Person } from "../../../src/access/index.ts";
import { claimedBySystem } from "../../../src/access/claim-tenant.ts";
import { personIdOf } from "../../../src/access/oidc/person-id.ts";
import { placeOrder } from "../../../src/fleet/bulk/place-order.ts";
import { runBulkOrders } from "../../../src/fleet/jobs.ts";
import { settle } from "../../../src/http/index.ts";
import { database, livePlatform } from "../../../src/platform/index.ts";
import { anAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { aMember, aNewOperator, anOperator, aTenant } from "../../support/people.ts";
import { aVisitor } from "../../support/visitor.ts";

const PATH = "/admin/fleet/bulk-orders";
const MINUTE = 60_000;

const giver = (subject: string, reach: Person["reach"]): Person => ({
  kind: reach === "all" ? "operator" : "member",
  subject,
  reach,
  permissions: new Set(PERMISSIONS),
  requestId: "the-order",
});

const subjectOf = (token: string) => `token:${token.split("_")[2] ?? ""}`;

/** An order that has had no turn yet. */
async function ordered(by: Person, tenantId: string | null, agentIds: string[]): Promise<string> {
  const owner = tenantId === null ? null : claimedBySystem(tenantId);
  const order = { tenantId: owner, agentIds, expected: agentIds.length };
  const action = "deregister" as const;
  return settle(await placeOrder(database(env), by, { action, ...order }, Date.now())).row.id;
}

const turn = async (later = 0) =>
  runBulkOrders(env, { ...livePlatform, now: () => Date.now() + later, log: () => {} });

async function shown(id: string) {
  const answer = await call("GET", `${PATH}/${id}`, { as: await anOperator() });
  return answer.json<{ state: string; stopReason: string | null }>();
}

async function change(sql: string, ...values: unknown[]) {
  await env.DB.prepare(sql)
    .bind(...values)
    .run();
}

interface Line {
  action: string;
  actor: string;
  target: string;
  detail: Record<string, unknown>;
}

/** The lines about an order in a tenant's log, as its own people read them. */
async function linesOf(tenantId: string, target: string) {
  const as = await aMember(tenantId);
  const answer = await call("GET", `/admin/audit?tenantId=${tenantId}`, { as });
  const { items } = await answer.json<{ items: Line[] }>();
  const about = items.filter((line) => line.target === target);
  return about.map(({ action, actor, detail }) => ({ action, actor, detail }));
}

describe("a bulk order whose giver may not give it any more", () => {
  const oidc = "oidc:https://id.example#ana";
  const oidcId = personIdOf("https://id.example", "ana");

  it.each<
    [string, string, (tenantId: string) => Promise<{ by: Person; loses: () => Promise<void> }>]
  >([
    [
      "a person who was removed",
      "giver_gone",
      async (tenantId) => {
        const { personId } = await aVisitor("owner", [tenantId]);
        const loses = () => change("update people set disabled_at = 1 where id = ?", personId);
        return { by: giver(`person:${personId}`, [tenantId]), loses };
      },
    ],
    [
      "a person with a lower role",
      "giver_may_not",
      async (tenantId) => {
        const { personId } = await aVisitor("owner", [tenantId]);
        const loses = () => change("update people set role = 'analyst' where id = ?", personId);
        return { by: giver(`person:${personId}`, [tenantId]), loses };
      },
    ],
    [
      "a person of the other of two tenants only",
      "giver_may_not",
      async (tenantId) => {
        const other = await aTenant();
        const { personId } = await aVisitor("owner", [tenantId, other]);
        const left = JSON.stringify([other]);
        const loses = () => change("update people set tenants = ? where id = ?", left, personId);
        return { by: giver(`person:${personId}`, [tenantId, other]), loses };
      },
    ],
    [
      "a token that was revoked",
      "giver_gone",
      async (tenantId) => {
        const subject = subjectOf(await aMember(tenantId));
        const loses = () =>
          change("update access_tokens set revoked_at = 1 where id = ?", subject.slice(6));
        return { by: giver(subject, [tenantId]), loses };
      },
    ],
    [
      "a person of an identity provider who was withdrawn since",
      "giver_gone",
      async (tenantId) => {
        const columns = "id, name, role, tenants, created_by, created_at, withdrawn_at";
        const loses = () =>
          change(
            `insert into people (${columns}) values (?, 'Ana', 'viewer', ?, 'x', 1, ?)`,
            oidcId,
            JSON.stringify([tenantId]),
            Date.now() + MINUTE,
          );
        return { by: giver(oidc, [tenantId]), loses };
      },
    ],
  ])("stops at its next turn and says why: %s", async (_who, reason, prepare) => {
    const tenantId = await aTenant();
    const agent = await anAgent({ tenantId });
    const { by, loses } = await prepare(tenantId);
    const id = await ordered(by, tenantId, [agent.id]);
    await loses();
    await turn();
    expect(await shown(id)).toMatchObject({ state: "cancelling", stopReason: reason, waiting: 1 });
    await turn(MINUTE);
    expect(await shown(id)).toMatchObject({ state: "cancelled", stopReason: reason, done: 0 });
    expect((await agent.checkIn()).status).toBe(200);
    expect(await linesOf(tenantId, id)).toEqual([
      {
        action: "fleet.bulk_stopped",
        actor: "system:bulk",
        detail: { order: "deregister", waiting: 1, reason },
      },
      { action: "fleet.bulk_ordered", actor: by.subject, detail: expect.anything() as unknown },
    ]);
  });

  it.each(["member", "operator"])(
    "goes on when only the time of the token is over, or the tenant is closed: %s",
    async (kind) => {
      const tenantId = await aTenant();
      const agent = await anAgent({ tenantId });
      const subject = subjectOf(await (kind === "member" ? aMember(tenantId) : aNewOperator()));
      const id = await ordered(giver(subject, kind === "member" ? [tenantId] : "all"), tenantId, [
        agent.id,
      ]);
      const over = Date.now() + 1;
      await change("update access_tokens set expires_at = ? where id = ?", over, subject.slice(6));
      await change("update tenants set status = 'closed' where id = ?", tenantId);
      await turn(10);
      expect(await shown(id)).toMatchObject({ state: "done", stopReason: null, done: 1 });
    },
  );
});

describe("an operator's order for the agents of all tenants", () => {
  async function forTwo(by: Person) {
    const [one, two] = [await aTenant(), await aTenant()];
    const agents = [
      await anAgent({ tenantId: one }),
      await anAgent({ tenantId: one }),
      await anAgent({ tenantId: two }),
    ];
    const id = await ordered(
      by,
      null,
      agents.map((agent) => agent.id),
    );
    return { one, two, id };
  }

  it("that is cancelled says so in the log of each tenant whose agents it leaves alone", async () => {
    const as = await aNewOperator();
    const { one, two, id } = await forTwo(giver(subjectOf(as), "all"));
    await call("POST", `${PATH}/${id}/cancel`, { as });
    await call("POST", `${PATH}/${id}/cancel`, { as });
    for (const [tenantId, waiting] of [
      [one, 2],
      [two, 1],
    ] as const) {
      const lines = await linesOf(tenantId, id);
      expect(lines.map(({ action }) => action)).toEqual([
        "fleet.bulk_cancelled",
        "fleet.bulk_ordered",
      ]);
      expect(lines[0]?.detail).toEqual({ order: "deregister", waiting });
    }
    await turn(MINUTE);
  });

  it("that is stopped says so in each of them too", async () => {
    const { personId } = await aVisitor("owner");
    const { one, two, id } = await forTwo(giver(`person:${personId}`, "all"));
    await change("update people set tenants = ? where id = ?", JSON.stringify([one]), personId);
    await turn();
    for (const tenantId of [one, two]) {
      const [line] = await linesOf(tenantId, id);
      expect(line).toMatchObject({
        action: "fleet.bulk_stopped",
        detail: { reason: "giver_may_not" },
      });
    }
    await turn(MINUTE);
  });

  it("that failed for some agents says how many in their tenant's log, once", async () => {
    const as = await aNewOperator();
    const { one, two, id } = await forTwo(giver(subjectOf(as), "all"));
    await change(
      "update bulk_agents set tries = 3, reason = 'failed' where order_id = ? and tenant_id = ?",
      id,
      one,
    );
    await change("update bulk_orders set failed = 2 where id = ?", id);
    await turn();
    await turn();
    expect(await shown(id)).toMatchObject({ state: "done", done: 1, failed: 2 });
    const [failed, ordered_] = await linesOf(one, id);
    expect(failed).toMatchObject({
      action: "fleet.bulk_failed",
      detail: { order: "deregister", failed: 2 },
    });
    expect(ordered_?.action).toBe("fleet.bulk_ordered");
    expect((await linesOf(two, id)).map(({ action }) => action)).toEqual(["fleet.bulk_ordered"]);
  });
});

describe("an order that was cancelled, after a restore of D1 to a time when it was under way", () => {
  /** Cancels the order, and puts its rows back as they were before. */
  async function cancelledAndRestored() {
    const agent = await anAgent();
    const by = giver(subjectOf(await anOperator()), "all");
    const id = await ordered(by, agent.tenantId, [agent.id]);
    const as = await anOperator();
    expect((await call("POST", `${PATH}/${id}/cancel`, { as })).status).toBe(200);
    await turn(MINUTE);
    expect((await shown(id)).state).toBe("cancelled");
    await change("update bulk_orders set cancelled_at = null, ended_at = null where id = ?", id);
    const columns = "order_id, tries, agent_id, tenant_id";
    const waits = `insert into bulk_agents (${columns}) values (?, 0, ?, ?)`;
    await change(waits, id, agent.id, agent.tenantId);
    return { id, agent };
  }

  it("goes on", async () => {
    const { id, agent } = await cancelledAndRestored();
    await turn();
    expect((await shown(id)).state).toBe("done");
    expect((await agent.me()).status).toBe(403);
  });

  it("does not go on after what the page about restoring tells to do", async () => {
    const { id, agent } = await cancelledAndRestored();
    await change("update bulk_orders set cancelled_at = unixepoch() * 1000 where ended_at is null");
    await turn(MINUTE);
    expect((await shown(id)).state).toBe("cancelled");
    expect((await agent.me()).status).toBe(200);
  });
});
