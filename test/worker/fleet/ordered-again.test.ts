import { describe, expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { anApp } from "../../support/app.ts";
import { call } from "../../support/call.ts";
import { deafDatabase } from "../../support/dying-database.ts";
import { anOperator, aTenant } from "../../support/people.ts";

async function traces(tenantId: string, action: string, as: string): Promise<number> {
  const path = `/admin/audit?tenantId=${tenantId}&action=${action}`;
  return (await (await call("GET", path, { as })).json<{ total: number }>()).total;
}

async function aPolicy(tenantId: string, as: string): Promise<string> {
  const body = { tenantId, name: "x", document: {} };
  const made = await call("POST", "/admin/policies", { as, body });
  return (await made.json<{ id: string }>()).id;
}

describe("an order that changes nothing", () => {
  it("writes no audit entry: revoking a revoked agent, with the same answer", async () => {
    const as = await anOperator();
    const { tenantId, id } = await anAgent();
    const path = `/admin/fleet/collectors/${tenantId}/${id}/revoke`;
    for (let times = 0; times < 3; times += 1) {
      const answer = await call("POST", path, { as });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ agent_id: id, status: "revoked" });
    }
    expect(await traces(tenantId, "agent.revoked", as)).toBe(1);
  });

  it("is still sent to D1 with one audit entry, if D1 failed the first time", async () => {
    const as = await anOperator();
    const { tenantId, id } = await anAgent();
    const path = `/admin/fleet/collectors/${tenantId}/${id}/revoke`;
    const { request } = anApp({}, { DB: deafDatabase({ done: false }) });
    const headers = { authorization: `Bearer ${as}` };
    const unheard = await request(`http://rampart.test${path}`, { method: "POST", headers });
    expect(unheard.status).toBe(500);
    expect(await traces(tenantId, "agent.revoked", as)).toBe(0);
    expect((await call("POST", path, { as })).status).toBe(200);
    const listed = await call("GET", `/agents?tenant=${tenantId}&status=revoked`, { as });
    expect(await listed.json()).toMatchObject({ total: 1 });
    expect(await traces(tenantId, "agent.revoked", as)).toBe(1);
  });

  it("writes no audit entry: resolving a conflict that does not exist", async () => {
    const as = await anOperator();
    const { tenantId, id } = await anAgent();
    const path = `/admin/fleet/collectors/${tenantId}/${id}/resolve-conflict`;
    expect((await call("POST", path, { as })).status).toBe(200);
    expect(await traces(tenantId, "agent.conflict_resolved", as)).toBe(0);
  });

  it("writes no audit entry: assigning a policy that is already assigned", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    const [one, other] = [await aPolicy(tenantId, as), await aPolicy(tenantId, as)];
    for (const policyId of [one, one, other, other, one]) {
      const body = { tenantId, role: "collector", policyId };
      expect((await call("PUT", "/admin/policies/assignments", { as, body })).status).toBe(204);
    }
    expect(await traces(tenantId, "policy.assigned", as)).toBe(3);
  });
});
