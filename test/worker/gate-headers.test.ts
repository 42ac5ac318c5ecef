import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { TenantGate } from "../../src/tenants/gate/gate-object.ts";
import { call } from "../support/call.ts";
import { gatedApp } from "../support/gated-app.ts";
import { anApiKey, anOperator, aTenant } from "../support/people.ts";

/** How long an isolate remembers that the quota is used up. */
const BELIEVED_MS = 1_000;

async function setQuota(tenantId: string, monthlyQuota: number) {
  const as = await anOperator();
  const answer = await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { monthlyQuota } });
  expect(answer.status).toBe(200);
}

describe("the RateLimit headers", () => {
  it("show the new quota and the units left of it on the first call after the quota was raised", async () => {
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

  it("count the unit of a call that failed as left", async () => {
    const tenantId = await aTenant();
    await setQuota(tenantId, 3);
    const key = await anApiKey(tenantId);
    const { ask } = gatedApp();
    for (const [more, status, left] of [
      ["", 200, 2],
      ["&status=500", 500, 2],
      ["", 200, 1],
    ] as const) {
      const answer = await ask(tenantId, key, more);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("ratelimit")).toContain(`r=${left};`);
    }
  });
});

it("a call takes its module's units by the plan; 429 without taking any if too few are left", async () => {
  await env.DB.prepare(
    `INSERT INTO plans (id, name, monthly_quota, currency, unit_price_micros, weights, retention_days)
     VALUES ('heavy', 'Heavy', 7, 'EUR', 10, '{"urlsearch":3}', 30)`,
  ).run();
  const tenantId = await aTenant("heavy");
  const key = await anApiKey(tenantId);
  let now = Date.now();
  const { ask } = gatedApp({ now: () => now });
  const answers = [await ask(tenantId, key), await ask(tenantId, key), await ask(tenantId, key)];
  const told = answers.map(({ status, headers }) => [
    status,
    /r=\d+/.exec(headers.get("ratelimit") ?? "")?.[0],
  ]);
  expect(told).toEqual([
    [200, "r=4"],
    [200, "r=1"],
    [429, "r=1"],
  ]);
  now += 15_000;
  await ask(tenantId, key);
  const usage = await call("GET", `/admin/tenants/${tenantId}/usage`, { as: await anOperator() });
  expect(await usage.json()).toMatchObject({
    quota: 7,
    used: 6,
    remaining: 1,
    modules: { urlsearch: 6, ipsearch: 0 },
    cost: 60,
    days: [{ calls: 2, units: 6 }],
  });
});

describe("the start of a month after the quota was used up", () => {
  const END = Date.UTC(2031, 1, 1);

  /** An isolate and its object, whose clocks the test sets. */
  async function aMonth(quota: number) {
    const tenantId = await aTenant();
    await setQuota(tenantId, quota);
    const key = await anApiKey(tenantId);
    const clocks = { isolate: END - 20_000, object: END - 20_000 };
    const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
    await runInDurableObject(stub, (gate: TenantGate) => {
      gate.clock = () => clocks.object;
    });
    const { ask } = gatedApp({ now: () => clocks.isolate });
    const at = (isolate: number, object = isolate, by = key) => {
      Object.assign(clocks, { isolate, object });
      return ask(tenantId, by);
    };
    for (let call = 0; call < quota; call += 1) expect((await at(END - 20_000)).status).toBe(200);
    return { at, tenantId };
  }

  it.each([1, 3, 40])(
    "gives all %s units of the new month from its first moment",
    async (quota) => {
      const { at } = await aMonth(quota);
      expect((await at(END - 1)).status).toBe(429);
      const statuses = [];
      for (let call = 0; call <= quota; call += 1) statuses.push((await at(END + call)).status);
      expect(statuses).toEqual([...Array.from({ length: quota }, () => 200), 429]);
    },
  );

  it("429 with Retry-After 1, not a month, if the isolate's clock runs ahead", async () => {
    const { at } = await aMonth(1);
    const refused = await at(END + 20, END - 20);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(refused.headers.get("ratelimit")).toBe('"month";r=0;t=1');
  });

  it("shows the new month's units left and its end if the isolate's clock lags", async () => {
    const { at } = await aMonth(1);
    const february = 28 * 86_400;
    const taken = await at(END - 20, END + 20);
    expect(taken.status).toBe(200);
    expect(taken.headers.get("ratelimit-policy")).toBe(`"month";q=1;w=${february}`);
    expect(taken.headers.get("ratelimit")).toBe(`"month";r=0;t=${february}`);
    const refused = await at(END - 10, END + 30);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe(String(february));
  });

  it("403 for a missing scope shows the month of the gate object, not of the isolate's clock", async () => {
    const { at, tenantId } = await aMonth(1);
    const narrow = await anApiKey(tenantId, ["darkweb"]);
    const refused = await at(END + 20, END - 20, narrow);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("ratelimit")).toBe('"month";r=0;t=1');
  });
});
