import { describe, expect, it } from "vitest";
import { anAgent } from "../../support/agent.ts";
import { SERVICE_OPERATIONS } from "../../../src/access/index.ts";
import { call } from "../../support/call.ts";
import { aMember, anOperator, aTenant } from "../../support/people.ts";
import { aVisitor } from "../../support/visitor.ts";

async function setStatus(tenantId: string, status: string, as: string): Promise<void> {
  const answer = await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { status } });
  expect(answer.status).toBe(200);
}

/** The calls that create something for a tenant, with their statuses. */
function creations(
  tenantId: string,
): [method: string, path: string, body: object, given: number][] {
  const webhook = { url: "http://localhost:9/hook", events: ["inspection.flagged"] };
  const dictionary = { tenantId, name: "x", kind: "terms", entries: [{ value: "y" }] };
  const text = { title: "x", source: "test", text: "What stands in it." };
  const provider = { kind: "openai-compatible", baseUrl: "http://localhost:9/v1", models: ["m"] };
  const token = { name: "x", permissions: ["fleet:read"], tenants: [tenantId] };
  const prompt = { tenantId, template: { en: "Read {{fence}} only." }, commitMessage: "x" };
  return [
    ["POST", "/admin/enrollment-codes", { tenantId }, 201],
    ["POST", "/admin/policies", { tenantId, name: "x", document: {} }, 201],
    ["POST", `/admin/tenants/${tenantId}/webhooks`, webhook, 201],
    ["POST", "/detection-dictionaries", dictionary, 200],
    ["POST", "/admin/tokens", token, 201],
    ["POST", "/admin/invites", { name: "x", role: "viewer", tenants: [tenantId] }, 201],
    ["POST", `/admin/tenants/${tenantId}/intel/entries`, { action: "deny", value: "x.org" }, 201],
    ["POST", "/ai/documents", { tenantId, ...text }, 202],
    ["PUT", "/ai/documents/x", { tenantId, ...text }, 202],
    ["POST", "/ai/documents:batch", { tenantId, documents: [text] }, 202],
    ["PUT", "/ai/settings/providers/own", { tenantId, provider }, 200],
    ["POST", "/ai/prompts/versions", prompt, 201],
  ];
}

describe("a suspended tenant", () => {
  const WAYS_IN = ["/admin/enrollment-codes", "/admin/tokens", "/admin/invites"];

  it("403 for its members creating codes, tokens, invites and keys; other calls and operators go on", async () => {
    const operator = await anOperator();
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const keys = `/admin/tenants/${tenantId}/api-keys`;
    const key = { name: "x", scopes: ["ipsearch"] };
    const made = await call("POST", keys, { as, body: key });
    const { id } = await made.json<{ id: string }>();
    await setStatus(tenantId, "suspended", operator);
    const ways = creations(tenantId).filter(([, path]) => WAYS_IN.includes(path));
    ways.push(["POST", keys, key, 201], ["POST", `${keys}/${id}/rotate`, {}, 201]);
    for (const [method, path, body, given] of ways) {
      const answer = await call(method, path, { as, body });
      const told = [path, answer.status, await answer.json()];
      expect(told).toMatchObject([path, 403, { error: "tenant_inactive" }]);
      expect([path, (await call(method, path, { as: operator, body })).status]).toEqual([
        path,
        given,
      ]);
    }
    const owner = await aVisitor("owner", [tenantId]);
    const invited = await owner.post(`/portal/t/${tenantId}/members/invite`, {
      name: "x",
      role: "viewer",
    });
    expect(invited.status).toBe(403);
    expect(await invited.text()).toContain("The tenant is suspended or closed.");
    for (const [method, path, body, given] of creations(tenantId)) {
      if (WAYS_IN.includes(path)) continue;
      expect([path, (await call(method, path, { as, body })).status]).toEqual([path, given]);
    }
    expect((await call("GET", keys, { as })).status).toBe(200);
    expect((await call("DELETE", `${keys}/${id}`, { as })).status).toBe(204);
  });
});

describe("a closed tenant", () => {
  it("403 for each call that creates something, and nothing is created; as before once it is active again", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    await setStatus(tenantId, "closed", as);
    for (const [method, path, body] of creations(tenantId)) {
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
    await setStatus(tenantId, "active", as);
    for (const [method, path, body, given] of creations(tenantId)) {
      expect([path, (await call(method, path, { as, body })).status]).toEqual([path, given]);
    }
  });

  it.each(["closed", "suspended"])(
    "if %s: 403 for a token or invite for all tenants of a member, 201 if it names an open tenant",
    async (status) => {
      const [tenantId, open] = [await aTenant(), await aTenant()];
      const as = await aMember([tenantId, open]);
      const operator = await anOperator();
      await setStatus(tenantId, status, operator);
      const orders: [path: string, body: object][] = [
        ["/admin/tokens", { name: "x", permissions: ["fleet:read"] }],
        ["/admin/invites", { name: "x", role: "viewer" }],
      ];
      for (const [path, body] of orders) {
        const answer = await call("POST", path, { as, body });
        expect([path, answer.status, await answer.json()]).toMatchObject([
          path,
          403,
          { details: [{ path: "tenants", message: `"${tenantId}" is ${status}` }] },
        ]);
        const named = await call("POST", path, { as, body: { ...body, tenants: [open] } });
        expect([path, named.status]).toEqual([path, 201]);
        expect([path, (await call("POST", path, { as: operator, body })).status]).toEqual([
          path,
          201,
        ]);
      }
    },
  );

  it("403 in the portal for invites, list entries and documents; 201 for a service key that decrypts", async () => {
    const as = await anOperator();
    const tenantId = await aTenant();
    const owner = await aVisitor("owner", [tenantId]);
    await setStatus(tenantId, "closed", as);
    const forms: [page: string, fields: Record<string, string>][] = [
      ["members/invite", { name: "x", role: "viewer" }],
      ["lists", { action: "deny", value: "x.org" }],
      ["documents/new", { title: "x", source: "test", text: "What stands in it." }],
    ];
    for (const [page, fields] of forms) {
      const answer = await owner.post(`/portal/t/${tenantId}/${page}`, fields);
      expect([page, answer.status]).toEqual([page, 403]);
      expect(await answer.text()).toContain("The tenant is closed and gets nothing new.");
    }
    // What a closed tenant has encrypted can still be decrypted.
    const body = { name: "x", operations: ["decrypt"], tenants: [tenantId] };
    expect((await call("POST", "/admin/service-keys", { as, body })).status).toBe(201);
  });

  it.each(SERVICE_OPERATIONS)(
    "403 for a new service key that may %s; only decrypt gets 201",
    async (may) => {
      const as = await anOperator();
      const [tenantId, open] = [await aTenant(), await aTenant()];
      const ask = (tenants?: string[], operations = [may]) =>
        call("POST", "/admin/service-keys", { as, body: { name: "x", operations, tenants } });
      expect((await ask([tenantId, open])).status).toBe(201);
      await setStatus(tenantId, "closed", as);
      const answer = await ask([open, tenantId]);
      const both = await ask([tenantId], [...new Set(["decrypt", may] as const)]);
      if (may === "decrypt") expect([answer.status, both.status]).toEqual([201, 201]);
      else {
        expect(both.status).toBe(403);
        expect([answer.status, await answer.json()]).toMatchObject([
          403,
          {
            error: "tenant_closed",
            details: [{ path: "tenants", message: `"${tenantId}" is closed` }],
          },
        ]);
      }
      expect([(await ask([open])).status, (await ask()).status]).toEqual([201, 201]);
    },
  );

  it("can be wound down: read, revise, revoke, delete; while suspended, operators may create anything", async () => {
    const as = await anOperator();
    const agent = await anAgent();
    const { tenantId } = agent;
    await setStatus(tenantId, "suspended", as);
    const made: string[] = [];
    for (const [method, path, body, given] of creations(tenantId)) {
      const answer = await call(method, path, { as, body });
      expect([path, answer.status]).toEqual([path, given]);
      made.push((await answer.json<{ id: string }>()).id);
    }
    await setStatus(tenantId, "closed", as);
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
