import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { eraseTenants } from "../../src/erase-tenants.ts";
import { livePlatform } from "../../src/platform/index.ts";
import type { Erasure } from "../../src/tenants/erasure/schemas.ts";
import { anAgent, tlsOf } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import {
  askErasure,
  closeTenant,
  eraseWhole,
  LATER_MS,
  namedIn,
  STAY,
} from "../support/erasure.ts";
import { aMember, anApiKey, aNewOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const TRIAL = { name: "rag", versions: [{ version: 1, weight: 1 }] };
const SNAPSHOT = {
  collectedAt: "2026-01-01T00:00:00Z",
  data: { secureScore: 1, maxScore: 2, incidents: 0 },
};

const path = (tenantId: string) => `/admin/tenants/${tenantId}/erasure`;

async function aClosedTenant(): Promise<string> {
  const tenantId = await aTenant();
  await closeTenant(tenantId);
  return tenantId;
}

/** Marks as done what no test carries out; else the next turn of any test would, by 180 queries. */
async function forgetErasure(tenantId: string): Promise<void> {
  await env.DB.prepare("update tenant_erasures set ended_at = 1 where tenant_id = ?")
    .bind(tenantId)
    .run();
}

async function refusal(answer: Response, status: number, error: string) {
  const problem = await answer.json<{ error: string }>();
  expect({ status: answer.status, error: problem.error }).toEqual({ status, error });
}

async function look(tenantId: string): Promise<Erasure> {
  return (await call("GET", path(tenantId), { as: await aNewOperator() })).json<Erasure>();
}

/** At a time when no isolate has a credential of before in its cache any more. */
const later = anApp({ now: () => Date.now() + LATER_MS });

describe("POST /admin/tenants/{tenantId}/erasure", () => {
  it("202 with the erasure's state; asked for again, the same answer and no second audit line", async () => {
    const tenantId = await aClosedTenant();
    const first = await askErasure(tenantId);
    expect(first.status).toBe(202);
    const told = await first.json<Erasure>();
    expect(told).toMatchObject({ tenantId, state: "waiting", erased: {}, endedAt: null });
    const again = await askErasure(tenantId);
    expect([again.status, await again.json()]).toEqual([202, told]);
    const query = "select count(*) as n from audit_log where tenant_id = ? and action = ?";
    const lines = env.DB.prepare(query).bind(tenantId, "tenant.erasure_asked");
    expect(await lines.first("n")).toBe(1);
    await forgetErasure(tenantId);
  });

  it("409 while the tenant is not closed", async () => {
    const tenantId = await aTenant();
    await refusal(await askErasure(tenantId), 409, "tenant_not_closed");
    const as = await aNewOperator();
    await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { status: "suspended" } });
    await refusal(await askErasure(tenantId), 409, "tenant_not_closed");
  });

  it("400 unless the body names the tenant once more", async () => {
    const tenantId = await aClosedTenant();
    await refusal(await askErasure(tenantId, {}), 400, "invalid_request");
    await refusal(await askErasure(tenantId, { confirm: "another" }), 400, "invalid_request");
    expect((await call("GET", path(tenantId), { as: await aNewOperator() })).status).toBe(404);
  });

  it("403 for a member and for an operator who may only read tenants, 404 for an unknown tenant", async () => {
    const tenantId = await aClosedTenant();
    const body = { confirm: tenantId };
    const asked = async (as: string) => call("POST", path(tenantId), { as, body });
    await refusal(await asked(await aMember(tenantId)), 403, "permission_denied");
    await refusal(await asked(await aNewOperator(["tenants:read"])), 403, "permission_denied");
    await refusal(await askErasure("not-there"), 404, "not_found");
  });

  it("401 for a token that was revoked a moment ago", async () => {
    const tenantId = await aClosedTenant();
    const as = await aNewOperator();
    expect((await call("GET", "/admin/tenants", { as })).status).toBe(200);
    await env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?")
      .bind(as.split("_")[2] ?? "")
      .run();
    const body = { confirm: tenantId };
    await refusal(await call("POST", path(tenantId), { as, body }), 401, "unauthorized");
  });
});

describe("GET /admin/tenants/{tenantId}/erasure", () => {
  it("404 before an erasure was asked for, and for an unknown tenant", async () => {
    const as = await aNewOperator();
    const asked = await call("GET", path(await aTenant()), { as });
    await refusal(asked, 404, "erasure_not_found");
    await refusal(await call("GET", path("not-there"), { as }), 404, "not_found");
  });

  it("200 while running and when done, with what was erased, what is kept and when history ends", async () => {
    const tenantId = await aTenant();
    await anApiKey(tenantId);
    await closeTenant(tenantId);
    await askErasure(tenantId);
    const as = await aNewOperator();
    const headers = { authorization: `Bearer ${as}` };
    const running = await later.request(path(tenantId), { headers });
    expect(await running.json()).toMatchObject({ state: "running" });
    await eraseWhole(tenantId);
    const told = await look(tenantId);
    expect(told).toMatchObject({ state: "done", erased: { credentials: 1 } });
    expect(told.kept.map(({ kind }) => kind)).toContain("audit_log");
    const [ended, history] = [told.endedAt, told.historyEndsAt].map((at) => Date.parse(at ?? ""));
    expect((history ?? 0) - (ended ?? 0)).toBe(30 * 86_400_000);
  });

  it("nothing is erased while isolates may have the tenant's credentials in their caches", async () => {
    const tenantId = await aTenant();
    await anApiKey(tenantId);
    await closeTenant(tenantId);
    await askErasure(tenantId);
    await eraseTenants(env, { ...livePlatform, log: () => {} });
    expect(await look(tenantId)).toMatchObject({ state: "waiting", erased: {} });
    await forgetErasure(tenantId);
  });
});

describe("a tenant whose erasure was asked for", () => {
  it("409 for every change of the tenant, and for a new tenant of the same id", async () => {
    const tenantId = await aClosedTenant();
    await askErasure(tenantId);
    const as = await aNewOperator();
    const one = `/admin/tenants/${tenantId}`;
    for (const body of [{ status: "active" }, { name: "Again" }, { plan: "free" }]) {
      await refusal(await call("PATCH", one, { as, body }), 409, "tenant_erased");
    }
    await eraseWhole(tenantId);
    const body = { status: "active" };
    await refusal(await call("PATCH", one, { as, body }), 409, "tenant_erased");
    const made = await call("POST", "/admin/tenants", { as, body: { tenantId, name: "New" } });
    await refusal(made, 409, "tenant_exists");
    await refusal(await askErasure("not-there"), 404, "not_found");
    expect((await askErasure(tenantId)).status).toBe(202);
  });

  it("409 for settings and data written by operators and by services of all tenants", async () => {
    const tenantId = await aClosedTenant();
    await askErasure(tenantId);
    const [as, service] = [await aNewOperator(), await aServiceKey(["ai:snapshot"])];
    const writes = [
      () =>
        call("PATCH", "/ai/settings", { as, body: { tenantId, limits: { callsPerMinute: 5 } } }),
      () =>
        call("PATCH", `/admin/fleet/settings/${tenantId}`, { as, body: { certificateDays: 9 } }),
      () =>
        call("PUT", "/admin/policies/assignments", { as, body: { tenantId, policyId: "default" } }),
      () => call("PUT", "/ai/prompts/labels/trial", { as, body: { tenantId, ...TRIAL } }),
      () =>
        call("PUT", "/ai/tools/GetTenantStatus/snapshot", {
          headers: { "x-internal-service-key": service },
          body: { tenantId, ...SNAPSHOT },
        }),
      () =>
        call("POST", "/admin/service-keys", {
          as,
          body: { name: "x", operations: ["decrypt"], tenants: [tenantId] },
        }),
    ];
    for (const write of writes) await refusal(await write(), 409, "tenant_erased");
    await eraseWhole(tenantId);
    for (const write of writes) await refusal(await write(), 409, "tenant_erased");
    const left = Object.keys(await namedIn(tenantId)).filter((table) => !STAY.includes(table));
    expect(left).toEqual([]);
  });

  it("is not reopened by a change that was under way when the erasure was asked for", async () => {
    const tenantId = await aClosedTenant();
    await askErasure(tenantId);
    const { updateTenant } = await import("../../src/tenants/store.ts");
    const { database } = await import("../../src/platform/index.ts");
    const trace = { at: 1, actor: "test", action: "tenant.changed", tenantId };
    const change = { status: "active" as const, updatedAt: 1 };
    expect(await updateTenant(database(env), tenantId, change, trace)).toBe(false);
    await forgetErasure(tenantId);
  });

  it("accepts no token, service key, API key, session or agent", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    const [as, ofBoth] = [await aMember(tenantId), await aMember([tenantId, other])];
    const [service, apiKey] = [
      await aServiceKey(["encrypt"], [tenantId]),
      await anApiKey(tenantId),
    ];
    const owner = await aVisitor("owner", [tenantId]);
    const agent = await anAgent({ tenantId });
    await closeTenant(tenantId);
    const get = (where: string, headers: Record<string, string>, more: object = {}) =>
      later.request(where, { headers, ...more });
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const ask = async () => [
      (await get("/admin/tenants", bearer(as))).status,
      (await get(`/admin/tenants/${tenantId}`, bearer(ofBoth))).status,
      (await get(`/admin/tenants/${other}`, bearer(ofBoth))).status,
      (
        await get(
          "/encryption/encrypt",
          { "x-internal-service-key": service, "content-type": "application/json" },
          { method: "POST", body: JSON.stringify({ tenantId, value: "x" }) },
        )
      ).status,
      (await get("/api/v1/urlsearch?value=a.com", { "x-tenant-id": tenantId, "x-api-key": apiKey }))
        .status,
      (await get(`/portal/t/${tenantId}`, { cookie: owner.cookie })).status,
      (await get("/agents/me", {}, { cf: { tlsClientAuth: tlsOf(agent.pem) } })).status,
    ];
    await askErasure(tenantId);
    expect(await ask()).toEqual([401, 404, 200, 401, 401, 303, 401]);
    await eraseWhole(tenantId);
    expect(await ask()).toEqual([401, 404, 200, 401, 401, 303, 401]);
    await refusal(await agent.checkIn(), 401, "certificate_unknown");
  });
});
