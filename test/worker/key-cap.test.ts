import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { endOf, periodOf } from "../../src/tenants/gate/period.ts";
import { call } from "../support/call.ts";
import { gatedApp } from "../support/gated-app.ts";
import { aMember, aTenant } from "../support/people.ts";

const LEASE_MS = 15_000;

interface Made {
  id: string;
  key: string;
  monthlyCap: number | null;
}

async function aTenantWith(monthlyCap: number | null) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const path = `/admin/tenants/${tenantId}/api-keys`;
  const make = async (body: object) => {
    const order = { name: "k", scopes: ["urlsearch"], ...body };
    return (await call("POST", path, { as, body: order })).json<Made>();
  };
  const rotate = async (id: string) =>
    (await call("POST", `${path}/${id}/rotate`, { as, body: {} })).json<Made>();
  const change = (id: string, body: object) => call("PATCH", `${path}/${id}`, { as, body });
  return { tenantId, as, path, make, rotate, change, capped: await make({ monthlyCap }) };
}

describe("a key with a cap", () => {
  it("429 after its last unit, while another key still works; only answered calls count", async () => {
    const { tenantId, as, make, capped } = await aTenantWith(3);
    const { key: other } = await make({});
    const { ask } = gatedApp();
    const answers = [];
    for (let at = 0; at < 5; at += 1) answers.push(await ask(tenantId, capped.key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[1]?.headers.get("ratelimit")).toMatch(/^"key";r=1;t=\d+$/);
    const refused = answers[3];
    expect(refused?.headers.get("ratelimit-policy")).toMatch(/^"key";q=3;w=\d+$/);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused?.json()).toEqual({
      statusCode: 429,
      message: "This key has no more of its 3 units a month.",
    });
    const passed = await ask(tenantId, other);
    expect(passed.status).toBe(200);
    expect(passed.headers.get("ratelimit")).toMatch(/^"month";/);
    const usage = await call("GET", `/admin/tenants/${tenantId}/usage`, { as });
    const { keys } = await usage.json<{ keys: { id: string; units: number }[] }>();
    expect(keys).toContainEqual(expect.objectContaining({ id: capped.id, units: 3 }));
  });

  it("is refused without asking the gate object each time, while another key is in use", async () => {
    const { tenantId, make, capped } = await aTenantWith(1);
    const { key: other } = await make({});
    const { ask, calls } = gatedApp();
    await ask(tenantId, capped.key);
    await ask(tenantId, other);
    const before = calls.object;
    for (let at = 0; at < 6; at += 1) {
      expect((await ask(tenantId, capped.key)).status).toBe(429);
      expect((await ask(tenantId, other)).status).toBe(200);
    }
    expect(calls.object - before).toBeLessThan(4);
  });

  it("gets its unit back for a call that failed with 500", async () => {
    const { tenantId, capped } = await aTenantWith(1);
    const { ask } = gatedApp();
    expect((await ask(tenantId, capped.key, "&status=500")).status).toBe(500);
    expect((await ask(tenantId, capped.key)).status).toBe(200);
    expect((await ask(tenantId, capped.key)).status).toBe(429);
  });

  it.each([
    ["is used if it is answered", "", 429],
    ["is given back if it fails", "&status=500", 200],
  ])("a call continues after its caller hung up, and its unit %s", async (_what, more, next) => {
    const { tenantId, capped } = await aTenantWith(2);
    let held: Promise<void> | undefined;
    const { ask, hangUp } = gatedApp({ held: () => held });
    expect((await ask(tenantId, capped.key)).status).toBe(200);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    held = promise;
    const going = await hangUp(tenantId, capped.key, more);
    expect(going).toHaveLength(1);
    expect((await ask(tenantId, capped.key)).status).toBe(429);
    release();
    await Promise.all(going);
    expect((await ask(tenantId, capped.key)).status).toBe(next);
  });

  it("lets as many concurrent calls pass as it has units", async () => {
    const { tenantId, capped } = await aTenantWith(20);
    const { ask } = gatedApp();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(tenantId, capped.key)));
    expect(Object.groupBy(answers, ({ status }) => status)[200]).toHaveLength(20);
  });

  it("an isolate learns within a lease what other isolates spent of the cap", async () => {
    const { tenantId, capped } = await aTenantWith(2);
    let now = Date.now();
    const [one, other] = [gatedApp({ now: () => now }), gatedApp({ now: () => now })];
    for (const { ask } of [one, other]) expect((await ask(tenantId, capped.key)).status).toBe(200);
    now += LEASE_MS;
    expect((await one.ask(tenantId, capped.key)).status).toBe(200);
    now += LEASE_MS;
    expect((await other.ask(tenantId, capped.key)).status).toBe(429);
    expect((await gatedApp({ now: () => now }).ask(tenantId, capped.key)).status).toBe(429);
  });

  it("a higher cap or none takes effect within a lease; a cap below the usage gives 429", async () => {
    const { tenantId, change, capped } = await aTenantWith(1);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    const next = async (body: object) => {
      expect((await change(capped.id, body)).status).toBe(200);
      now += LEASE_MS;
      return (await ask(tenantId, capped.key)).status;
    };
    expect((await ask(tenantId, capped.key)).status).toBe(200);
    expect((await ask(tenantId, capped.key)).status).toBe(429);
    expect(await next({ monthlyCap: 2 })).toBe(200);
    expect(await next({ monthlyCap: null })).toBe(200);
    expect(await next({ monthlyCap: 3 })).toBe(429);
  });

  it("shares its cap with the keys that it is rotated to, also in its grace period", async () => {
    const { tenantId, rotate, capped } = await aTenantWith(3);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    expect((await ask(tenantId, capped.key)).status).toBe(200);
    const second = await rotate(capped.id);
    expect(second.monthlyCap).toBe(3);
    expect((await ask(tenantId, second.key)).status).toBe(200);
    const third = await rotate(second.id);
    expect((await ask(tenantId, third.key)).status).toBe(200);
    now += LEASE_MS;
    for (const { key } of [third, second, capped]) {
      expect((await ask(tenantId, key)).status).toBe(429);
    }
  });

  it("has all its units again in the next month", async () => {
    const { tenantId, capped } = await aTenantWith(1);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    const gate = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
    expect((await ask(tenantId, capped.key)).status).toBe(200);
    expect((await ask(tenantId, capped.key)).status).toBe(429);
    now = endOf(periodOf(now)) + 1_000;
    await runInDurableObject(gate, (object) => {
      object.clock = () => now;
    });
    expect((await ask(tenantId, capped.key)).status).toBe(200);
    expect((await ask(tenantId, capped.key)).status).toBe(429);
  });

  it.each([0, -1, 1.5, "9", 10_000_000_001])("400 for the cap %s", async (monthlyCap) => {
    const { change, capped } = await aTenantWith(null);
    expect(capped.monthlyCap).toBeNull();
    const answer = await change(capped.id, { monthlyCap });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "monthlyCap" }] });
  });
});
