import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { spend } from "../../src/tenants/index.ts";
import { call } from "../support/call.ts";
import { gatedApp } from "../support/gated-app.ts";
import { NOTHING_AFTER } from "../support/nobody-waits.ts";
import { anOperator, aTenant } from "../support/people.ts";

interface Key {
  id: string;
  key: string;
}

const SCOPES = ["urlsearch", "antispam"];

async function aKey(tenantId: string, more: object = {}): Promise<Key> {
  const body = { name: "k", scopes: SCOPES, ...more };
  const as = await anOperator();
  const answer = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body });
  expect(answer.status).toBe(201);
  return answer.json();
}

async function change(tenantId: string, rest: string, method: string, body?: object) {
  const as = await anOperator();
  const path = `/admin/tenants/${tenantId}${rest}`;
  const answer = await call(method, path, body === undefined ? { as } : { as, body });
  expect([200, 201, 204]).toContain(answer.status);
  return answer;
}

/** Gates are kept for each namespace binding, so that a new one stands for another isolate. */
function anotherIsolate(): Cloudflare.Env["TENANT_GATE"] {
  const { TENANT_GATE } = env;
  const idFromName = (name: string) => TENANT_GATE.idFromName(name);
  const get = (id: DurableObjectId) => TENANT_GATE.get(id);
  return { idFromName, get } as unknown as Cloudflare.Env["TENANT_GATE"];
}

async function aTenantWithQuota(monthlyQuota: number): Promise<string> {
  const tenantId = await aTenant();
  await change(tenantId, "", "PATCH", { monthlyQuota });
  return tenantId;
}

describe("the gate", () => {
  it("200 for a key on its first call, with the month's limit in the headers", async () => {
    const tenantId = await aTenantWithQuota(1_000);
    const { key } = await aKey(tenantId);
    const { ask } = gatedApp();
    const answer = await ask(tenantId, key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("ratelimit-policy")).toMatch(/^"month";q=1000;w=\d+$/);
    expect(answer.headers.get("ratelimit")).toMatch(/^"month";r=999;t=\d+$/);
  });

  it("401 with the same text for every cause, without a call of the gate object", async () => {
    const tenantId = await aTenant();
    const { key } = await aKey(tenantId);
    const other = await aTenant();
    const foreign = await aKey(other);
    const { ask, calls } = gatedApp();
    const flip = (at: number) => {
      const letter = key[at] === "a" ? "b" : "a";
      return key.slice(0, at) + letter + key.slice(at + 1);
    };
    const wrong: [string | undefined, string | undefined][] = [
      [undefined, key],
      [tenantId, undefined],
      ["", key],
      ["NOT A TENANT", key],
      ["nobody-at-all", key],
      [tenantId, foreign.key],
      [other, key],
      [tenantId, "rmp_live_x"],
      [tenantId, flip(12)],
      [tenantId, flip(30)],
      [tenantId, flip(key.length - 10)],
      [tenantId, flip(key.length - 1)],
    ];
    const texts = new Set<string>();
    for (const [tenant, text] of wrong) {
      const answer = await ask(tenant, text);
      expect(answer.status).toBe(401);
      texts.add(`${answer.headers.get("www-authenticate")} ${await answer.text()}`);
    }
    expect(calls.object).toBe(0);
    expect([...texts]).toEqual([
      'ApiKey realm="rampart" {"statusCode":401,"message":"A valid X-Tenant-ID with a valid X-API-Key is needed."}',
    ]);
  });

  it("401 before 403 before 400 before 429", async () => {
    const tenantId = await aTenantWithQuota(0);
    const all = await aKey(tenantId);
    const none = await aKey(tenantId, { scopes: ["darkweb"] });
    const { ask } = gatedApp();
    const repeated = "&value=b";
    expect((await ask(tenantId, "x", repeated)).status).toBe(401);
    const forbidden = await ask(tenantId, none.key, repeated);
    expect(forbidden.status).toBe(403);
    expect(forbidden.headers.get("ratelimit")).toContain('"month";r=0');
    expect(await forbidden.json()).toEqual({
      statusCode: 403,
      message: "Missing scope: urlsearch",
    });
    expect((await ask(tenantId, all.key, repeated)).status).toBe(400);
    expect((await ask(tenantId, all.key)).status).toBe(429);
  });

  it("429 when the quota is used up, with Retry-After to the month's end", async () => {
    const tenantId = await aTenantWithQuota(3);
    const { key } = await aKey(tenantId);
    const { ask } = gatedApp();
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await ask(tenantId, key)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const answer = await ask(tenantId, key);
    expect(await answer.json()).toEqual({
      statusCode: 429,
      message: "The monthly quota of 3 units is used up.",
    });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("ratelimit")).toContain("r=0");
  });

  it("concurrent calls get every unit of the quota, and only the rest get 429", async () => {
    const tenantId = await aTenantWithQuota(150);
    const { key } = await aKey(tenantId);
    const isolates = [gatedApp(), gatedApp()];
    const answers = await Promise.all(
      isolates.flatMap(({ ask }) => Array.from({ length: 100 }, () => ask(tenantId, key))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(150);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  it("503, not 429, when more units are needed and the gate object fails", async () => {
    const tenantId = await aTenant();
    const { key } = await aKey(tenantId);
    let asked = 0;
    const failing = {
      idFromName: (name: string) => env.TENANT_GATE.idFromName(name),
      get: (id: DurableObjectId) => ({
        lease: async (request: LeaseRequest) => {
          asked += 1;
          if (asked > 1) throw new Error("down");
          return env.TENANT_GATE.get(id).lease(request);
        },
      }),
    } as unknown as Cloudflare.Env["TENANT_GATE"];
    const { ask } = gatedApp({ bindings: { TENANT_GATE: failing } });
    const statuses = new Set<number>();
    for (let at = 0; at < 40; at += 1) statuses.add((await ask(tenantId, key)).status);
    expect([...statuses]).toEqual([200, 503]);
  });

  it("a call that fails costs nothing: 400 and 500 give the unit back", async () => {
    const tenantId = await aTenantWithQuota(2);
    const { key } = await aKey(tenantId);
    const { ask } = gatedApp();
    for (let at = 0; at < 4; at += 1) {
      expect((await ask(tenantId, key, "&status=500")).status).toBe(500);
      expect((await ask(tenantId, key, "&value=b")).status).toBe(400);
    }
    expect((await ask(tenantId, key)).status).toBe(200);
    expect((await ask(tenantId, key)).status).toBe(200);
    expect((await ask(tenantId, key)).status).toBe(429);
  });

  it("a call under a lease does not call the gate object", async () => {
    const tenantId = await aTenant();
    const { key } = await aKey(tenantId);
    const { ask, calls } = gatedApp();
    await ask(tenantId, key);
    const before = calls.object;
    for (let at = 0; at < 5; at += 1) await ask(tenantId, key);
    expect(calls.object).toBe(before);
  });

  it("429 with the burst policy when one key calls too fast", async () => {
    const tenantId = await aTenant("free");
    const { key } = await aKey(tenantId);
    await env.DB.prepare("UPDATE plans SET burst_per_second = 1 WHERE id = 'free'").run();
    const now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    await change(tenantId, "", "PATCH", { name: "Bursty" });
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await ask(tenantId, key)).status);
    await env.DB.prepare("UPDATE plans SET burst_per_second = 200 WHERE id = 'free'").run();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { headers } = await ask(tenantId, key);
    expect(headers.get("ratelimit")).toMatch(/^"burst";r=0;t=1$/);
    expect(headers.get("ratelimit-policy")).toBe('"burst";q=5;w=5');
  });

  it("too many searches in one tenant's portal do not slow another tenant", async () => {
    const own = { ...env, TENANT_GATE: anotherIsolate() };
    const [noisy, calm] = [await aTenant(), await aTenant()];
    const now = Date.now();
    const attempt = async (tenantId: string) =>
      spend(own, { tenantId, module: "urlsearch", now, ...NOTHING_AFTER }, async () => "tried");
    const outcomes = await Promise.all(Array.from({ length: 1_001 }, () => attempt(noisy)));
    expect(outcomes.at(-1)).toMatchObject({ error: "too_fast" });
    expect(await attempt(calm)).toBe("tried");
  });

  it("200 from an allowed address, 401 from any other", async () => {
    const tenantId = await aTenant();
    const { key } = await aKey(tenantId, { allowedAddresses: ["192.0.2.0/24", "2001:db8::/32"] });
    const { ask } = gatedApp();
    const from = async (address: string) =>
      (await ask(tenantId, key, "", { "cf-connecting-ip": address })).status;
    expect(await from("192.0.2.77")).toBe(200);
    expect(await from("2001:db8:1::5")).toBe(200);
    expect(await from("::ffff:192.0.2.1")).toBe(200);
    expect(await from("198.51.100.1")).toBe(401);
    expect((await ask(tenantId, key)).status).toBe(401);
  });
});

describe("on several isolates, within 15 s", () => {
  async function three(tenantId: string, key: string) {
    let now = Date.now();
    const apps = [1, 2, 3].map(() => gatedApp({ now: () => now }));
    const statuses = () =>
      Promise.all(apps.map(async ({ ask }) => (await ask(tenantId, key)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    return {
      statuses,
      later: (ms: number) => {
        now += ms;
      },
    };
  }

  it("a deleted key gets 401", async () => {
    const tenantId = await aTenant();
    const { id, key } = await aKey(tenantId);
    const { statuses, later } = await three(tenantId, key);
    await change(tenantId, `/api-keys/${id}`, "DELETE");
    later(15_000);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it("a key whose scope was removed gets 403", async () => {
    const tenantId = await aTenant();
    const { id, key } = await aKey(tenantId);
    const { statuses, later } = await three(tenantId, key);
    await change(tenantId, `/api-keys/${id}`, "PATCH", { scopes: ["darkweb"] });
    later(15_000);
    expect(await statuses()).toEqual([403, 403, 403]);
  });

  it("a rotated key works until its grace period ends, and its successor works at once", async () => {
    const tenantId = await aTenant();
    const { id, key } = await aKey(tenantId);
    const { statuses, later } = await three(tenantId, key);
    const answer = await change(tenantId, `/api-keys/${id}/rotate`, "POST", { graceSeconds: 60 });
    const fresh = await answer.json<Key>();
    expect((await gatedApp().ask(tenantId, fresh.key)).status).toBe(200);
    later(15_000);
    expect(await statuses()).toEqual([200, 200, 200]);
    later(46_000);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it("a smaller quota gives 429, a suspended tenant 401", async () => {
    const tenantId = await aTenant();
    const { key } = await aKey(tenantId);
    const { statuses, later } = await three(tenantId, key);
    await change(tenantId, "", "PATCH", { monthlyQuota: 1 });
    later(15_000);
    await statuses();
    later(15_000);
    expect(await statuses()).toEqual([429, 429, 429]);
    await change(tenantId, "", "PATCH", { status: "suspended", monthlyQuota: null });
    later(15_000);
    expect(await statuses()).toEqual([401, 401, 401]);
  });

  it("a new key works on its first call while the isolate has a lease", async () => {
    const tenantId = await aTenant();
    const first = await aKey(tenantId);
    const { ask } = gatedApp();
    expect((await ask(tenantId, first.key)).status).toBe(200);
    const second = await aKey(tenantId);
    expect((await ask(tenantId, second.key)).status).toBe(200);
  });

  it("503 with Retry-After when keys cannot be checked", async () => {
    const tenantId = await aTenant();
    const { key } = await aKey(tenantId);
    const broken = {
      idFromName: (name: string) => env.TENANT_GATE.idFromName(name),
      get: () => ({ lease: async () => Promise.reject(new Error("down")) }),
    } as unknown as Cloudflare.Env["TENANT_GATE"];
    const answer = await gatedApp({ bindings: { TENANT_GATE: broken } }).ask(tenantId, key);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
  });
});

describe("GET /admin/tenants/{tenantId}/usage", () => {
  it("200 counts by module, day and key, prices each unit, and exports the same as CSV", async () => {
    const tenantId = await aTenantWithQuota(1_000);
    const { id, key } = await aKey(tenantId);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    for (let at = 0; at < 7; at += 1) await ask(tenantId, key);
    now += 15_000;
    await ask(tenantId, key);
    const as = await anOperator();
    const path = `/admin/tenants/${tenantId}/usage`;
    expect(await (await call("GET", path, { as })).json()).toMatchObject({
      quota: 1_000,
      used: 7,
      modules: { urlsearch: 7, antispam: 0 },
      inspections: 0,
      costPerMessage: null,
      cost: 7 * 400,
      unitPrice: 400,
      frozen: false,
      keys: [{ id, calls: 7, units: 7 }],
    });
    const csv = await (await call("GET", `${path}.csv`, { as })).text();
    expect(csv).toContain(`urlsearch,${id},7,7,EUR,400,2800`);
  });

  it("200 with a raised quota at once, before anybody calls", async () => {
    const tenantId = await aTenantWithQuota(3);
    const { key } = await aKey(tenantId);
    const { ask } = gatedApp();
    for (let at = 0; at < 4; at += 1) await ask(tenantId, key);
    await change(tenantId, "", "PATCH", { monthlyQuota: 10 });
    const path = `/admin/tenants/${tenantId}/usage`;
    const answer = await call("GET", path, { as: await anOperator() });
    const usage = await answer.json<{ used: number }>();
    expect(usage).toMatchObject({ quota: 10, remaining: 10 - usage.used });
  });

  it("events are made at 50, 80 and 100 percent, once each", async () => {
    const tenantId = await aTenantWithQuota(10);
    const { key } = await aKey(tenantId);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    for (let at = 0; at < 12; at += 1) {
      await ask(tenantId, key);
      now += 15_000;
    }
    const { results } = await env.DB.prepare(
      "SELECT type, data ->> 'percent' AS percent FROM tenant_events WHERE tenant_id = ? ORDER BY 2",
    )
      .bind(tenantId)
      .all();
    expect(results).toEqual([
      { type: "quota.threshold", percent: 50 },
      { type: "quota.threshold", percent: 80 },
      { type: "quota.exhausted", percent: 100 },
    ]);
  });

  it("events are made as thresholds of a raised quota are passed, not for those passed before", async () => {
    const tenantId = await aTenantWithQuota(10);
    const { key } = await aKey(tenantId);
    let now = Date.now();
    const { ask } = gatedApp({ now: () => now });
    for (const [monthlyQuota, calls] of [
      [10, 12],
      [15, 7],
      [40, 27],
    ] as const) {
      await evictDurableObject(env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)));
      await change(tenantId, "", "PATCH", { monthlyQuota });
      for (let at = 0; at < calls; at += 1) {
        await ask(tenantId, key);
        now += 15_000;
      }
    }
    const { results } = await env.DB.prepare(
      `SELECT data ->> 'quota' AS quota, data ->> 'percent' AS percent FROM tenant_events
       WHERE tenant_id = ? ORDER BY 1, 2`,
    )
      .bind(tenantId)
      .all();
    expect(results).toEqual([
      { quota: 10, percent: 50 },
      { quota: 10, percent: 80 },
      { quota: 10, percent: 100 },
      { quota: 15, percent: 80 },
      { quota: 15, percent: 100 },
      { quota: 40, percent: 50 },
      { quota: 40, percent: 80 },
      { quota: 40, percent: 100 },
    ]);
  });
});
