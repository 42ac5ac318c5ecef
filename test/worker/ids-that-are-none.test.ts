import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aTenant } from "../support/people.ts";

/** Ids of a fixed form: the refusal says what the id must be. */
describe("a malformed id", () => {
  it.each([
    ["GET", "/admin/tenants/{tenantId}/webhooks/none", "the id of an endpoint"],
    ["GET", "/admin/tenants/{tenantId}/inspections/none", "the id of an inspection"],
    ["DELETE", "/admin/tenants/{tenantId}/api-keys/none", "the id of a key"],
    ["DELETE", "/admin/tokens/none", "the id of a credential"],
    ["DELETE", "/admin/enrollment-codes/none", "the id of a code"],
  ])("%s %s: 400, it must be %s", async (method, path, what) => {
    const url = path.replace("{tenantId}", await aTenant());
    const answer = await call(method, url, { as: await anOperator() });
    const details = [{ path: "id", message: `must be ${what}` }];
    expect(await answer.json()).toMatchObject({ statusCode: 400, details });
  });
});
