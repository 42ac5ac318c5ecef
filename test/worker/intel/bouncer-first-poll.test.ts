import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aCaller, entry } from "../../support/intel.ts";
import { anApiKey, anOperator } from "../../support/people.ts";

describe("GET /v1/decisions/stream with a key that never sent startup=true", () => {
  it("takes one unit of the quota on the first poll of each key, as a start does; HEAD takes none", async () => {
    const caller = await aCaller();
    const { tenantId, key } = caller;
    const denied = "192.0.2.77";
    await entry(caller, "deny", denied);
    const body = { monthlyQuota: 1 };
    const as = await anOperator();
    expect((await call("PATCH", `/admin/tenants/${tenantId}`, { as, body })).status).toBe(200);
    const poll = (by: string, method: "GET" | "HEAD" = "GET") => {
      const headers = { "x-api-key": `${tenantId}:${by}` };
      return call(method, "/v1/decisions/stream", { headers });
    };
    expect((await poll(key, "HEAD")).status).toBe(200);
    const { new: first } = await (await poll(key)).json<{ new: { value: string }[] }>();
    expect(first.map(({ value }) => value)).toContain(denied);
    expect((await poll(key)).status).toBe(200);
    expect((await poll(await anApiKey(tenantId))).status).toBe(429);
  });
});
