import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { anAgent } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

async function actionsOf(requestId: string): Promise<string[]> {
  const { results } = await env.DB.prepare("select action from audit_log where request_id = ?")
    .bind(requestId)
    .all<{ action: string }>();
  return results.map(({ action }) => action);
}

const DICTIONARY = { name: "Words", kind: "terms", entries: [{ value: "one", weight: 1 }] };

it.each([
  ["tenant.created", "POST", "/admin/tenants", { tenantId: crypto.randomUUID(), name: "New" }],
  ["tenant.changed", "PATCH", "/admin/tenants/{tenant}", { name: "Renamed" }],
  ["dictionary.created", "POST", "/detection-dictionaries", DICTIONARY],
  [
    "api_key.created",
    "POST",
    "/admin/tenants/{tenant}/api-keys",
    { name: "K", scopes: ["darkweb"] },
  ],
  [
    "token.issued",
    "POST",
    "/admin/tokens",
    { name: "T", permissions: ["fleet:read"], tenants: ["{tenant}"] },
  ],
  ["fleet_settings.changed", "PATCH", "/admin/fleet/settings/{tenant}", { requireNewKey: true }],
])("the audit line of %s has the id of its request", async (action, method, path, body) => {
  const requestId = crypto.randomUUID();
  const tenantId = await aTenant();
  const { request } = anApp();
  const fill = (text: string) => text.replaceAll("{tenant}", tenantId);
  const answer = await request(`http://rampart.test${fill(path)}`, {
    method,
    headers: {
      authorization: `Bearer ${await anOperator()}`,
      "content-type": "application/json",
      "x-request-id": requestId,
    },
    body: fill(JSON.stringify(body)),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
  expect(await actionsOf(requestId)).toContain(action);
});

it.each([
  ["agent.revoked", "POST", "/revoke"],
  ["agent.deregistered", "DELETE", ""],
])(
  "the audit line of %s, written by an agent's object, has the id of its request",
  async (action, method, rest) => {
    const requestId = crypto.randomUUID();
    const agent = await anAgent();
    const path =
      method === "POST"
        ? `/admin/fleet/collectors/${agent.tenantId}/${agent.id}${rest}`
        : `/agents/${agent.id}`;
    const as = await anOperator();
    const answer = await call(method, path, { as, headers: { "x-request-id": requestId } });
    expect(answer.status, await answer.text()).toBe(200);
    expect(await actionsOf(requestId)).toContain(action);
  },
);

it("the audit line of a portal form has the id of its request", async () => {
  const requestId = crypto.randomUUID();
  const tenantId = await aTenant();
  const { cookie } = await aVisitor("owner", [tenantId]);
  const { request } = anApp();
  await request(`http://rampart.test/portal/t/${tenantId}/lists`, {
    method: "POST",
    headers: { cookie, "sec-fetch-site": "same-origin", "x-request-id": requestId },
    body: new URLSearchParams({ value: "bad.example", action: "deny" }),
  });
  expect(await actionsOf(requestId)).toHaveLength(1);
});
