import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { refuse, type Refusal } from "../../src/http/index.ts";
import { base62Of, crc32, createHmac, randomBase62 } from "../../src/platform/index.ts";
import type { LeaseRequest } from "../../src/tenants/gate/lease.ts";
import { KnownTerms } from "../../src/tenants/gate/known-terms.ts";
import { spend } from "../../src/tenants/gate/spend.ts";
import { call } from "../support/call.ts";
import { gatedApp } from "../support/gated-app.ts";
import { NOTHING_AFTER } from "../support/nobody-waits.ts";
import { anApiKey, anOperator, aTenant } from "../support/people.ts";

const MINUTE_MS = 60_000;

/** A forged key with the id of a real one: what somebody could make who has the MAC's secret alone. */
function provingAnotherSecret(tenantId: string, key: string): string {
  const body = `${key.slice(0, "rmp_live_".length + 10)}${randomBase62(43)}`;
  const mac = createHmac("sha256", env.API_KEY_MAC_SECRET).update(`${tenantId}\n${body}`).digest();
  return `${body}_${base62Of(crc32(body), 6)}${base62Of(mac.readUIntBE(0, 6), 8)}`;
}

it("a key is accepted until the millisecond before its end, then 401, although the lease still has it", async () => {
  const tenantId = await aTenant();
  const as = await anOperator();
  const end = Date.now() + MINUTE_MS;
  const body = { name: "short", scopes: ["urlsearch"], expiresAt: new Date(end).toISOString() };
  const made = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body });
  expect(made.status).toBe(201);
  const { id, key, last4 } = await made.json<{ id: string; key: string; last4: string }>();
  expect(key).toMatch(new RegExp(`^rmp_live_${id}[0-9A-Za-z]{43}_[0-9A-Za-z]{10}${last4}$`));
  expect(id).toMatch(/^[0-9A-Za-z]{10}$/);
  let now = end - 1;
  const { ask } = gatedApp({ now: () => now });
  expect((await ask(tenantId, key)).status).toBe(200);
  now = end;
  expect((await ask(tenantId, key)).status).toBe(401);
});

describe("recognising an API key", () => {
  it("503, not 401, for a new key while the gate object fails; known keys are still accepted", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    let isAway = false;
    const get = (id: DurableObjectId) => ({
      lease: async (request: LeaseRequest) => {
        if (isAway) throw new Error("down");
        return env.TENANT_GATE.get(id).lease(request);
      },
    });
    const idFromName = (name: string) => env.TENANT_GATE.idFromName(name);
    const bindings = { TENANT_GATE: { idFromName, get } as unknown as typeof env.TENANT_GATE };
    const { ask } = gatedApp({ bindings });
    expect((await ask(tenantId, key)).status).toBe(200);
    isAway = true;
    const fresh = await anApiKey(tenantId);
    expect((await ask(tenantId, fresh)).status).toBe(503);
    expect((await ask(tenantId, key)).status).toBe(200);
    isAway = false;
    expect((await ask(tenantId, fresh)).status).toBe(200);
  });

  it("401 for a deleted key, and the gate object is asked about it once a second at most", async () => {
    const tenantId = await aTenant();
    const [key, gone] = [await anApiKey(tenantId), await anApiKey(tenantId)];
    const id = gone.slice("rmp_live_".length, "rmp_live_".length + 10);
    await call("DELETE", `/admin/tenants/${tenantId}/api-keys/${id}`, { as: await anOperator() });
    let now = Date.now();
    const { ask, calls } = gatedApp({ now: () => now });
    expect((await ask(tenantId, key)).status).toBe(200);
    const asked = async (at: number) => {
      const before = calls.object;
      now = at;
      expect((await ask(tenantId, gone)).status).toBe(401);
      return calls.object - before;
    };
    const start = now;
    expect([await asked(start), await asked(start), await asked(start + 999)]).toEqual([1, 0, 0]);
    expect(await asked(start + 1_000)).toBe(1);
  });

  it("401 for a valid key under another tenant's name, without asking the gate object", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    const other = await aTenant();
    const { ask, calls } = gatedApp();
    expect((await ask(tenantId, key)).status).toBe(200);
    const before = calls.object;
    expect((await ask(other, key)).status).toBe(401);
    expect(calls.object).toBe(before);
  });

  it("401 for a forged secret under a real key's id, although its MAC is right", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    const forged = provingAnotherSecret(tenantId, key);
    const { ask } = gatedApp();
    expect((await ask(tenantId, forged)).status).toBe(401);
    expect((await ask(tenantId, key)).status).toBe(200);
    expect((await ask(tenantId, forged)).status).toBe(401);
  });
});

it("a restarted gate never reuses an epoch of its terms, even if the clock is set back", async () => {
  const tenantId = await aTenant();
  vi.spyOn(Date, "now").mockReturnValue(1);
  const [before, after] = [new KnownTerms(tenantId), new KnownTerms(tenantId)];
  vi.restoreAllMocks();
  const none = await before.read(env, Date.now());
  await anApiKey(tenantId);
  expect(await after.read(env, Date.now())).not.toEqual(none);
  expect(after.epoch).not.toBe(before.epoch);
});

it("a failed search from the portal takes no unit; an answered search takes one", async () => {
  const tenantId = await aTenant();
  const as = await anOperator();
  await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { monthlyQuota: 1 } });
  const asked = { tenantId, module: "urlsearch", now: Date.now(), ...NOTHING_AFTER } as const;
  const attempt = (outcome: string | Refusal) => spend(env, asked, async () => outcome);
  const refused = refuse(503, "intel_unavailable", "Not now.", { retryAfterSeconds: 1 });
  expect(await attempt(refused)).toBe(refused);
  expect(await attempt("answered")).toBe("answered");
  expect(await attempt("again")).toMatchObject({ status: 429 });
});
