import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

const HOUR_MS = 3_600_000;
const WEST_MS = 5.5 * HOUR_MS;

/** A moment of the next hour, and how it is written to the west of us. */
function soon() {
  const at = Date.now() + HOUR_MS;
  const local = new Date(at - WEST_MS).toISOString().replace("Z", "-05:30");
  return { utc: new Date(at).toISOString(), local };
}

describe("a time in another time zone", () => {
  it.each([
    ["/admin/tokens", { name: "x", permissions: ["dict:read"] }],
    ["/admin/service-keys", { name: "x", operations: ["encrypt"] }],
    ["/admin/tenants/:tenantId/api-keys", { name: "x", scopes: ["urlsearch"] }],
    ["/admin/tenants/:tenantId/intel/entries", { action: "deny", value: "a.example" }],
  ])("201 for POST %s, which answers in UTC", async (path, body) => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const { utc, local } = soon();
    const at = path.replace(":tenantId", tenantId);
    const made = await call("POST", at, { as, body: { ...body, expiresAt: local } });
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject({ expiresAt: utc });
  });

  it.each([
    "9999-12-31T23:59:59-12:00",
    "2027-01-01T00:00:00",
    "2027-01-01",
    "2027-01-01T00:00:00+0100",
    "2027-13-01T00:00:00Z",
  ])("400 for %s, which is not a valid time", async (expiresAt) => {
    const body = { name: "x", operations: ["encrypt"], expiresAt };
    const answer = await call("POST", "/admin/service-keys", { as: await anOperator(), body });
    expect(answer.status).toBe(400);
  });
});
