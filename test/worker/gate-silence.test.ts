import { describe, expect, it } from "vitest";
import type { Usage } from "../../src/tenants/usage/answers.ts";
import { call } from "../support/call.ts";
import { gatedApp } from "../support/gated-app.ts";
import { anApiKey, anOperator, aTenant } from "../support/people.ts";

async function usageOf(tenantId: string): Promise<Usage> {
  const answer = await call("GET", `/admin/tenants/${tenantId}/usage`, { as: await anOperator() });
  return answer.json();
}

/** An isolate whose silences end when the test says so. */
function anIsolate() {
  let now = Date.now();
  const waits: { ms: number; end: () => void }[] = [];
  const wait = async (ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waits.push({ ms, end: resolve });
    return promise;
  };
  const { ask, calls } = gatedApp({ now: () => now, wait });
  const pass = (ms: number) => {
    now += ms;
  };
  const silence = () => {
    for (const { end } of waits.splice(0)) end();
  };
  return { ask, calls, pass, waits, silence };
}

describe("an isolate without further calls", () => {
  it("reports its last usage after 12 s and returns its unused units", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    const { ask, waits, silence } = anIsolate();
    const first = ask(tenantId, key);
    await expect.poll(() => waits).toHaveLength(1);
    expect((await ask(tenantId, key)).status).toBe(200);
    expect((await ask(tenantId, key)).status).toBe(200);
    expect(await usageOf(tenantId)).toMatchObject({ used: 0 });
    expect(waits).toHaveLength(1);
    expect(waits[0]?.ms).toBe(12_000);
    silence();
    expect((await first).status).toBe(200);
    expect(await usageOf(tenantId)).toMatchObject({
      used: 3,
      unreported: 0,
      remaining: 500_000 - 3,
      modules: { urlsearch: 3 },
    });
  });

  it("asks the gate object no more if a later request has reported the usage already", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    const { ask, calls, pass, waits, silence } = anIsolate();
    const first = ask(tenantId, key);
    await expect.poll(() => waits).toHaveLength(1);
    const [earlier] = waits.splice(0);
    await ask(tenantId, key);
    pass(8_000);
    const second = ask(tenantId, key);
    await expect.poll(() => waits).toHaveLength(1);
    const before = calls.object;
    earlier?.end();
    expect((await first).status).toBe(200);
    expect(calls.object).toBe(before);
    silence();
    expect((await second).status).toBe(200);
    expect(calls.object).toBe(before + 1);
    expect(await usageOf(tenantId)).toMatchObject({ used: 3, unreported: 0 });
  });

  it("lets in a call that comes after the report", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    const { ask, pass, waits, silence } = anIsolate();
    const first = ask(tenantId, key);
    await expect.poll(() => waits).toHaveLength(1);
    await ask(tenantId, key);
    pass(12_000);
    silence();
    await first;
    const again = ask(tenantId, key);
    await expect.poll(() => waits).toHaveLength(1);
    silence();
    const answer = await again;
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit")).toMatch(/^"month";r=499997;/);
  });
});
