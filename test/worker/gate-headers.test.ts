import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { gatedApp } from "../support/gated-app.ts";
import { anApiKey, anOperator, aTenant } from "../support/people.ts";

/** How long an isolate believes that nothing is left. */
const BELIEVED_MS = 1_000;

async function setQuota(tenantId: string, monthlyQuota: number) {
  const as = await anOperator();
  const answer = await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { monthlyQuota } });
  expect(answer.status).toBe(200);
}

describe("the month's limit in the headers", () => {
  it("says quota and rest of one answer, also on the call that hears of a new quota", async () => {
    const tenantId = await aTenant();
    await setQuota(tenantId, 1);
    const key = await anApiKey(tenantId);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    expect((await ask(tenantId, key)).status).toBe(200);
    await setQuota(tenantId, 90);
    now += BELIEVED_MS + 1;
    const raised = await ask(tenantId, key);
    expect(raised.status).toBe(200);
    expect(raised.headers.get("ratelimit-policy")).toContain("q=90;");
    expect(raised.headers.get("ratelimit")).toContain("r=88;");
  });
});
