import { describe, expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { call } from "../../support/call.ts";
import { anOperator, aTenant } from "../../support/people.ts";

async function set(tenantId: string, status: string, as: string): Promise<void> {
  const answer = await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { status } });
  expect(answer.status).toBe(200);
}

/** What a tenant may be given, as the calls that give it. */
function givings(tenantId: string): [method: string, path: string, body: object, given: number][] {
  const webhook = { url: "http://localhost:9/hook", events: ["inspection.flagged"] };
  const dictionary = { tenantId, name: "x", kind: "terms", entries: [{ value: "y" }] };
  return [
    ["POST", "/admin/enrollment-codes", { tenantId }, 201],
    ["POST", "/admin/policies", { tenantId, name: "x", document: {} }, 201],
    ["POST", `/admin/tenants/${tenantId}/webhooks`, webhook, 201],
    ["POST", "/detection-dictionaries", dictionary, 200],
  ];
}

describe("a tenant that is closed", () => {
  it("403 for whatever it would be given, which leaves nothing; as before once it is open again", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    await set(tenantId, "closed", as);
    for (const [method, path, body] of givings(tenantId)) {
      const answer = await call(method, path, { as, body });
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        403,
        { error: "tenant_closed" },
      ]);
    }
    for (const list of ["/admin/enrollment-codes", "/admin/policies"]) {
      const answer = await call("GET", `${list}?tenantId=${tenantId}`, { as });
      expect(await answer.json()).toMatchObject({ total: 0 });
    }
    await set(tenantId, "active", as);
    for (const [method, path, body, given] of givings(tenantId)) {
      expect([path, (await call(method, path, { as, body })).status]).toEqual([path, given]);
    }
  });

  it("is wound down by who may: reading, revising, revoking, ending; suspended it takes new things", async () => {
    const as = await anOperator();
    const agent = await anAgent();
    const { tenantId } = agent;
    await set(tenantId, "suspended", as);
    const made: string[] = [];
    for (const [method, path, body, given] of givings(tenantId)) {
      const answer = await call(method, path, { as, body });
      expect([path, answer.status]).toEqual([path, given]);
      made.push((await answer.json<{ id: string }>()).id);
    }
    await set(tenantId, "closed", as);
    const [code, policy, webhook, dictionary] = made;
    const one = `/admin/fleet/collectors/${tenantId}/${agent.id}`;
    const steps: [method: string, path: string, body?: object][] = [
      ["GET", `/admin/policies/${policy}`],
      ["POST", `/admin/policies/${policy}/revisions`, { document: { run: false } }],
      ["PUT", "/admin/policies/assignments", { tenantId, policyId: policy }],
      ["PATCH", `/admin/fleet/settings/${tenantId}`, { intervalPercent: 200 }],
      ["DELETE", `/admin/enrollment-codes/${code}`],
      ["DELETE", `/admin/tenants/${tenantId}/webhooks/${webhook}`],
      ["DELETE", `/detection-dictionaries/${dictionary}`],
      ["POST", `${one}/revoke`],
      ["DELETE", `/agents/${agent.id}`],
    ];
    for (const [method, path, body] of steps) {
      const { status } = await call(method, path, { as, body });
      expect([method, path, status < 300]).toEqual([method, path, true]);
    }
  });
});
