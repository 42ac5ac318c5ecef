import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent, type TestAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { overtakenDatabase } from "../../support/dying-database.ts";
import { anOperator, aTenant } from "../../support/people.ts";

async function aPolicy(tenantId: string, as: string): Promise<string> {
  const body = { tenantId, name: "p", document: { v: 1 } };
  const made = await call("POST", "/admin/policies", { as, body });
  return (await made.json<{ id: string }>()).id;
}

async function revise(policyId: string, as: string): Promise<void> {
  const path = `/admin/policies/${policyId}/revisions`;
  await call("POST", path, { as, body: { document: { v: 2 } } });
}

async function assign(tenantId: string, policyId: string, as: string, role?: string) {
  const body = { tenantId, policyId, role };
  const answer = await call("PUT", "/admin/policies/assignments", { as, body });
  expect(answer.status).toBe(204);
}

const runs = (id: string, revision: number) => ({ agent: { policy: { id, revision } } });

/** The agent's policy by its detail and by the list, which must be the same. */
async function policyOf(agent: TestAgent, as: string): Promise<unknown> {
  const detail = await call("GET", `/agents/${agent.id}`, { as });
  const { policy } = await detail.json<{ policy: unknown }>();
  for (const filter of [`tenant=${agent.tenantId}`, `q=${agent.id}`]) {
    const list = await call("GET", `/agents?${filter}`, { as });
    expect(await list.json()).toMatchObject({ items: [{ agent_id: agent.id, policy }] });
  }
  return policy;
}

describe("an agent's desired_revision", () => {
  it("is the newest revision as soon as it is created, even if the agent never calls again", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    await assign(tenantId, id, as);
    const agent = await anAgent({ tenantId });
    await agent.checkIn(runs(id, 1));
    const before = { id, desired_revision: 1, reported_revision: 1, policy_status: "in_sync" };
    expect(await policyOf(agent, as)).toEqual(before);
    await revise(id, as);
    const after = { ...before, desired_revision: 2, policy_status: "outdated" };
    expect(await policyOf(agent, as)).toEqual(after);
    await agent.checkIn(runs(id, 2));
    const now = { ...after, reported_revision: 2, policy_status: "in_sync" };
    expect(await policyOf(agent, as)).toEqual(now);
  });

  it("is of the policy of the role, else the tenant, else of the default", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const agent = await anAgent({ tenantId });
    await agent.checkIn(runs("default", 1));
    const desired = { desired_revision: 1, reported_revision: 1, policy_status: "in_sync" };
    expect(await policyOf(agent, as)).toEqual({ id: "default", ...desired });
    const unknown = { desired_revision: 1, reported_revision: null, policy_status: "unknown" };
    for (const role of [undefined, "collector"]) {
      const id = await aPolicy(tenantId, as);
      await assign(tenantId, id, as, role);
      expect(await policyOf(agent, as)).toEqual({ id, ...unknown });
    }
  });

  it("is compared with the last report, also if another policy was assigned in between", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const [first, other] = [await aPolicy(tenantId, as), await aPolicy(tenantId, as)];
    await assign(tenantId, first, as);
    const agent = await anAgent({ tenantId });
    await agent.checkIn(runs(first, 1));
    await assign(tenantId, other, as);
    await agent.checkIn({});
    await assign(tenantId, first, as);
    const reported = { desired_revision: 1, reported_revision: 1, policy_status: "in_sync" };
    expect(await policyOf(agent, as)).toEqual({ id: first, ...reported });
  });

  it("is compared in rows of an older version too, which have no reported_policy", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const agent = await anAgent({ tenantId });
    await agent.checkIn(runs("default", 1));
    const older = "UPDATE agents SET reported_policy = NULL WHERE tenant_id = ?";
    await env.DB.prepare(older).bind(tenantId).run();
    expect(await policyOf(agent, as)).toMatchObject({ policy_status: "in_sync" });
  });

  it("is of the role's policy from the very check-in that reports the role", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    await assign(tenantId, id, as, "relay");
    const agent = await anAgent({ tenantId, roles: ["collector", "relay"] });
    for (const [role, told] of [
      ["relay", id],
      ["root", id],
      ["collector", "default"],
    ]) {
      const answer = await agent.checkIn({ role });
      expect(await answer.json()).toMatchObject({ policy: { id: told } });
    }
  });

  it("is of the enrolment code's policy before the role's", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const [ofCode, ofRole] = [await aPolicy(tenantId, as), await aPolicy(tenantId, as)];
    await assign(tenantId, ofRole, as, "collector");
    const agent = await anAgent({ tenantId, policyId: ofCode });
    await agent.checkIn({});
    await revise(ofCode, as);
    expect(await policyOf(agent, as)).toMatchObject({ id: ofCode, desired_revision: 2 });
  });

  it("is of the enrolment code's policy even after the code's row was deleted", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    const agent = await anAgent({ tenantId, policyId: id });
    await agent.checkIn(runs(id, 1));
    await env.DB.prepare("DELETE FROM enrollment_codes WHERE policy_id = ?").bind(id).run();
    expect(await policyOf(agent, as)).toMatchObject({ id, policy_status: "in_sync" });
  });
});

describe("a policy revision", () => {
  it("keeps the check-in interval unless it sets another", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const body = { tenantId, name: "p", document: {}, checkinIntervalSeconds: 30 };
    const made = await call("POST", "/admin/policies", { as, body });
    const path = `/admin/policies/${(await made.json<{ id: string }>()).id}/revisions`;
    for (const [order, checkinIntervalSeconds] of [
      [{}, 30],
      [{ checkinIntervalSeconds: 90 }, 90],
      [{}, 90],
    ] as const) {
      const revised = await call("POST", path, { as, body: { document: {}, ...order } });
      expect(await revised.json()).toMatchObject({ checkinIntervalSeconds });
    }
  });

  it("keeps the interval of the revision before it, though that was created during the request", async () => {
    const as = await anOperator();
    const order = { tenantId: await aTenant(), name: "P", document: {} };
    const body = { ...order, checkinIntervalSeconds: 300 };
    const made = await call("POST", "/admin/policies", { as, body });
    const path = `/admin/policies/${(await made.json<{ id: string }>()).id}/revisions`;
    const quick = { document: { quick: true }, checkinIntervalSeconds: 60 };
    const overtaking = async () => {
      expect((await call("POST", path, { as, body: quick })).status).toBe(201);
    };
    const { request } = anApp({}, { DB: overtakenDatabase(overtaking) });
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const late = await request(path, { method: "POST", headers, body: '{"document":{}}' });
    expect(late.status).toBe(201);
    expect(await late.json()).toMatchObject({ revision: 3, checkinIntervalSeconds: 60 });
  });
});

describe("a policy's document", () => {
  it("400 for a whole number that agents would get with other digits; the next smaller one is kept", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const { request } = anApp();
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const send = (path: string, document: string, order: object) => {
      const body = `${JSON.stringify(order).slice(0, -1)},"document":${document}}`;
      return request(path, { method: "POST", headers, body });
    };
    const kept = '{"most":9007199254740991,"least":-9007199254740991,"huge":1e+300}';
    const made = await send("/admin/policies", kept, { tenantId, name: "p" });
    expect(made.status).toBe(201);
    const text = await made.text();
    expect(text).toContain(kept);
    const revisions = `/admin/policies/${(JSON.parse(text) as { id: string }).id}/revisions`;
    for (const number of ["18446744073709551615", "-9007199254740993", "9007199254740992"]) {
      const refused = await send(revisions, `{"most":[${number}]}`, { checkinIntervalSeconds: 60 });
      expect(refused.status).toBe(400);
      const details = [{ path: "document.most.0", message: "must be a smaller number" }];
      expect(await refused.json()).toMatchObject({ error: "invalid_request", details });
    }
  });
});

describe("the check-in interval", () => {
  it("is never shortened below five seconds", async () => {
    const agent = await anAgent();
    const { tenantId } = agent;
    const as = await anOperator();
    const body = { tenantId, name: "often", document: {}, checkinIntervalSeconds: 10 };
    const made = await call("POST", "/admin/policies", { as, body });
    const { id: policyId } = await made.json<{ id: string }>();
    await call("PUT", "/admin/policies/assignments", { as, body: { tenantId, policyId } });
    const shortest = { as, body: { intervalPercent: 10 } };
    await call("PATCH", `/admin/fleet/settings/${tenantId}`, shortest);
    const answer = await (await agent.checkIn({})).json();
    expect(answer).toMatchObject({ policy: { id: policyId, checkin_interval_s: 5 } });
  });
});
