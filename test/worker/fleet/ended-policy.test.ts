import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { overtakenDatabase } from "../../support/dying-database.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";

async function aPolicy(tenantId: string, as: string): Promise<string> {
  const body = { tenantId, name: "p", document: {} };
  const made = await call("POST", "/admin/policies", { as, body });
  expect(made.status).toBe(201);
  return (await made.json<{ id: string }>()).id;
}

const assign = (as: string, body: object) =>
  call("PUT", "/admin/policies/assignments", { as, body });
const remove = (as: string, id: string) => call("DELETE", `/admin/policies/${id}`, { as });

async function traces(tenantId: string, action: string, as: string) {
  const path = `/admin/audit?tenantId=${tenantId}&action=${action}`;
  return (await (await call("GET", path, { as })).json<{ items: object[] }>()).items;
}

describe("the built-in policy", () => {
  it("can be assigned to a role and to the tenant, which takes back another assignment", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const [forAll, forRole] = [await aPolicy(tenantId, as), await aPolicy(tenantId, as)];
    await assign(as, { tenantId, policyId: forAll });
    await assign(as, { tenantId, role: "collector", policyId: forRole });
    const agent = await anAgent({ tenantId });
    const told = async () => {
      const answer = await agent.checkIn({});
      const { policy } = await answer.json<{ policy: { id: string } }>();
      const list = await call("GET", `/agents?tenant=${tenantId}`, { as });
      expect(await list.json()).toMatchObject({ items: [{ policy: { id: policy.id } }] });
      return policy;
    };
    expect(await told()).toMatchObject({ id: forRole });
    const builtIn = { tenantId, policyId: "default" };
    expect((await assign(as, { ...builtIn, role: "collector" })).status).toBe(204);
    expect(await told()).toMatchObject({ id: "default", revision: 1 });
    await assign(as, { tenantId, role: "collector", policyId: forAll });
    expect(await told()).toMatchObject({ id: forAll });
    expect((await assign(as, { ...builtIn, role: "collector" })).status).toBe(204);
    expect((await assign(as, builtIn)).status).toBe(204);
    for (const id of [forAll, forRole]) expect((await remove(as, id)).status).toBe(204);
  });

  it("can be named by an enrolment code", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    await assign(as, { tenantId, policyId: await aPolicy(tenantId, as) });
    const agent = await anAgent({ tenantId, policyId: "default" });
    expect(await (await agent.checkIn({})).json()).toMatchObject({ policy: { id: "default" } });
  });
});

describe("a policy of another tenant", () => {
  it("400 when assigned, or named by an enrolment code", async () => {
    const [tenantId, other, as] = [await aTenant(), await aTenant(), await anOperator()];
    const body = { tenantId, policyId: await aPolicy(other, as) };
    const code = await call("POST", "/admin/enrollment-codes", { as, body });
    for (const refused of [await assign(as, body), code]) {
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { error: "unknown_policy" },
      ]);
    }
  });
});

describe("DELETE /admin/policies/{id}", () => {
  it("204 with an audit entry; the policy can then not be read, deleted again or assigned", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    expect((await remove(as, id)).status).toBe(204);
    expect((await call("GET", `/admin/policies/${id}`, { as })).status).toBe(404);
    expect((await remove(as, id)).status).toBe(404);
    expect((await assign(as, { tenantId, policyId: id })).status).toBe(400);
    const detail = { name: "p" };
    expect(await traces(tenantId, "policy.deleted", as)).toMatchObject([{ target: id, detail }]);
  });

  it("409 while the tenant, a role, an active enrolment code or an agent uses the policy", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    const refused = async () => {
      const answer = await remove(as, id);
      expect(answer.status).toBe(409);
      const message = "The tenant, a role, an enrollment code or an agent has this policy.";
      expect(await answer.json()).toMatchObject({ error: "policy_in_use", message });
    };
    await assign(as, { tenantId, policyId: id });
    await refused();
    await assign(as, { tenantId, policyId: "default" });
    await assign(as, { tenantId, role: "sensor", policyId: id });
    await refused();
    await assign(as, { tenantId, role: "sensor", policyId: "default" });
    const body = { tenantId, policyId: id };
    const code = await call("POST", "/admin/enrollment-codes", { as, body });
    await refused();
    await call("DELETE", `/admin/enrollment-codes/${(await code.json<{ id: string }>()).id}`, {
      as,
    });
    const agent = await anAgent({ tenantId, policyId: id });
    await refused();
    expect((await agent.call("DELETE", `/agents/${agent.id}`)).status).toBe(200);
    expect((await remove(as, id)).status).toBe(204);
  });

  it("404 for another tenant's policy", async () => {
    const tenantId = await aTenant();
    const id = await aPolicy(tenantId, await anOperator());
    expect((await remove(await aMember(await aTenant()), id)).status).toBe(404);
    expect((await remove(await aMember(tenantId), id)).status).toBe(204);
  });
});

/** A call that is overtaken, right before it writes, by the deletion of the policy. */
function overtaken(as: string, id: string, method: string, path: string, body: object) {
  const DB = overtakenDatabase(() => remove(as, id));
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  return anApp({}, { DB }).request(path, { method, headers, body: JSON.stringify(body) });
}

describe("a policy that is deleted during another request", () => {
  it("400 for an assignment of the policy, without an audit entry", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    const late = await overtaken(as, id, "PUT", "/admin/policies/assignments", {
      tenantId,
      policyId: id,
    });
    expect([late.status, await late.json()]).toMatchObject([400, { error: "unknown_policy" }]);
    expect(await traces(tenantId, "policy.assigned", as)).toEqual([]);
  });

  it("404 for a revision of the policy, without a row or an audit entry of it", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const id = await aPolicy(tenantId, as);
    const late = await overtaken(as, id, "POST", `/admin/policies/${id}/revisions`, {
      document: {},
    });
    expect([late.status, await late.json()]).toMatchObject([404, { error: "not_found" }]);
    expect(await traces(tenantId, "policy.revised", as)).toEqual([]);
    const left = env.DB.prepare("select 1 from policy_revisions where policy_id = ?").bind(id);
    expect((await left.all()).results).toEqual([]);
  });

  it("is not shown for agents, though an earlier version left an assignment to it", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const agent = await anAgent({ tenantId });
    const insert = "insert into policy_assignments (tenant_id, role, policy_id) values (?, '', ?)";
    await env.DB.prepare(insert).bind(tenantId, "gone").run();
    await agent.checkIn({});
    const ofCode = env.DB.prepare("update agents set code_policy_id = 'gone' where agent_id = ?");
    await ofCode.bind(agent.id).run();
    const list = await call("GET", `/agents?tenant=${tenantId}`, { as });
    const detail = await call("GET", `/agents/${agent.id}`, { as });
    const { policy } = await detail.json<{ policy: { id: string } }>();
    expect(policy.id).toBe("default");
    expect(await list.json()).toMatchObject({ items: [{ policy }] });
  });

  it("is replaced at once by the tenant's present policy for an agent that had it", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const [first, second] = [await aPolicy(tenantId, as), await aPolicy(tenantId, as)];
    await assign(as, { tenantId, policyId: first });
    const agent = await anAgent({ tenantId });
    expect(await (await agent.checkIn({})).json()).toMatchObject({ policy: { id: first } });
    await assign(as, { tenantId, policyId: second });
    const told = async () => {
      const answer = await agent.call("GET", "/agents/me/policy");
      return (await answer.json<{ id: string }>()).id;
    };
    expect(await told()).toBe(first);
    // Without this isolate's knowledge.
    for (const table of ["policies where id", "policy_revisions where policy_id"]) {
      await env.DB.prepare(`delete from ${table} = ?`).bind(first).run();
    }
    expect(await told()).toBe(second);
    const me = await agent.call("GET", "/agents/me");
    expect(await me.json()).toMatchObject({ policy: { id: second, revision: 1 } });
  });
});
