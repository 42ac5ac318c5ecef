import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

const DAY_MS = 86_400_000;
const ahead = new Date(Date.now() + 10 * DAY_MS).toISOString();
/** The same moment as clocks in Madrid and in Lima show it. */
const madrid = `${new Date(Date.parse(ahead) + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`;
const lima = `${new Date(Date.parse(ahead) - 5 * 3_600_000).toISOString().slice(0, -1)}-05:00`;
const python = ahead.replace("Z", "+00:00");

describe.each([madrid, lima, python])("a time with an offset, %s", (time) => {
  it("is taken wherever one is given, and answered in UTC", async () => {
    const [tenantId, as] = [await aTenant(), await anOperator()];
    const entry = { action: "deny", value: "bad.example", expiresAt: time };
    const token = { name: "x", permissions: ["fleet:read"], tenants: [tenantId], expiresAt: time };
    const key = { name: "x", scopes: ["ipsearch"], expiresAt: time };
    for (const [path, body] of [
      [`/admin/tenants/${tenantId}/intel/entries`, entry],
      ["/admin/tokens", token],
      [`/admin/tenants/${tenantId}/api-keys`, key],
    ] as const) {
      const answer = await call("POST", path, { as, body });
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        201,
        { expiresAt: ahead },
      ]);
    }
  });

  it("is taken in a query", async () => {
    const query = new URLSearchParams({ tenantId: await aTenant(), to: time });
    const answer = await call("GET", `/ai/usage?${query}`, { as: await anOperator() });
    expect([answer.status, await answer.json()]).toMatchObject([200, { to: ahead }]);
  });
});

it("a time without any offset is 400, since nobody knows which it is", async () => {
  const [tenantId, as] = [await aTenant(), await anOperator()];
  const body = { action: "deny", value: "bad.example", expiresAt: ahead.slice(0, -1) };
  const answer = await call("POST", `/admin/tenants/${tenantId}/intel/entries`, { as, body });
  expect(answer.status).toBe(400);
});
