import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

async function tracesOf(tenantId: string, action: string, as: string): Promise<number> {
  const audit = await call("GET", `/admin/audit?tenantId=${tenantId}&action=${action}`, { as });
  return (await audit.json<{ total: number }>()).total;
}

async function tracesOfSource(id: string, as: string): Promise<number> {
  const path = "/admin/audit?action=intel.source_changed&limit=200";
  const audit = await (await call("GET", path, { as })).json<{ items: { target: string }[] }>();
  return audit.items.filter(({ target }) => target === id).length;
}

/** Sends each change twice, and expects one audit line of each. */
async function sendTwice(path: string, action: string, tenantId: string, changes: object[]) {
  const as = await anOperator();
  for (const [at, body] of changes.entries()) {
    for (let times = 0; times < 2; times += 1) {
      const answer = await call("PATCH", path, { as, body });
      expect([body, answer.status]).toEqual([body, 200]);
      expect([body, await tracesOf(tenantId, action, as)]).toEqual([body, at + 1]);
    }
  }
}

describe("a change that is sent again writes no second audit line", () => {
  it("for a tenant", async () => {
    const tenantId = await aTenant();
    await sendTwice(`/admin/tenants/${tenantId}`, "tenant.changed", tenantId, [
      { name: "Another", monthlyQuota: 7 },
      { status: "suspended" },
      { plan: "enterprise", monthlyQuota: null },
      { plan: "team" },
    ]);
  });

  it("for an API key", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const keys = `/admin/tenants/${tenantId}/api-keys`;
    const body = { name: "Gateway", scopes: ["urlsearch"] };
    const { id } = await (await call("POST", keys, { as, body })).json<{ id: string }>();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await sendTwice(`${keys}/${id}`, "api_key.changed", tenantId, [
      { scopes: ["ipsearch"], allowedAddresses: ["192.0.2.0/24"] },
      { name: "Other", expiresAt, disabled: false },
      { expiresAt: null },
    ]);
  });

  it("for a webhook endpoint, also when it is enabled twice", async () => {
    const { tenantId, as, path } = await aReceiver(() => new Response());
    await sendTwice(path, "webhook.changed", tenantId, [
      { paused: true, filter: { minScore: 5 } },
      { description: "Ours", events: ["inspection.flagged"] },
    ]);
    for (let times = 0; times < 2; times += 1) {
      expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
    }
    expect(await tracesOf(tenantId, "webhook.enabled", await anOperator())).toBe(1);
  });

  it("for the rotation settings of an encryption key", async () => {
    const tenantId = await aTenant();
    const headers = { "x-internal-service-key": await aServiceKey(["provision"]) };
    await call("POST", "/encryption/provision-key", { headers, body: { tenantId } });
    await sendTwice(`/encryption/keys/${tenantId}`, "encryption.settings_changed", tenantId, [
      { autoRotation: { afterEncryptions: 9, afterDays: null } },
      { autoRotation: { afterEncryptions: null, afterDays: 30 }, minEncryptionVersion: 1 },
      { autoRotation: null },
    ]);
  });

  it("for a source of threat intelligence, built in or added", async () => {
    const as = await anOperator();
    const own = `own-${crypto.randomUUID()}`;
    const about = { title: "Own", kind: "ip", format: "ip-list", category: "scanner" };
    const body = { id: own, ...about, reliability: 0.5 };
    expect((await call("POST", "/admin/intel/sources", { as, body })).status).toBe(201);
    // A source that no other test asks about, since all of them share the index.
    for (const id of [own, "spamhaus-edrop"]) {
      const before = await tracesOfSource(id, as);
      const path = `/admin/intel/sources/${id}`;
      const changes = [
        { reliability: 0.25 },
        { address: "https://feeds.rampart.dev/a", intervalSeconds: 600 },
        { reliability: 0.3, refresh: true },
        { refresh: false },
      ];
      for (const [at, change] of changes.entries()) {
        for (let times = 0; times < 2; times += 1) {
          const answer = await call("PATCH", path, { as, body: change });
          expect([change, answer.status]).toEqual([change, 200]);
          expect(await answer.json()).toMatchObject(change);
          expect([change, await tracesOfSource(id, as)]).toEqual([change, before + at + 1]);
        }
      }
    }
  });

  it("for the settings of a tenant's fleet and AI", async () => {
    const tenantId = await aTenant();
    await sendTwice(`/admin/fleet/settings/${tenantId}`, "fleet_settings.changed", tenantId, [
      { intervalPercent: 200 },
      { renewBefore: "2027-01-01T00:00:00Z", requireNewKey: true },
      { renewBefore: null },
    ]);
    const limits = { monthlyTokens: 9 };
    await sendTwice("/ai/settings", "ai.settings.changed", tenantId, [
      { tenantId, limits },
      { tenantId, limits: null },
    ]);
  });
});
