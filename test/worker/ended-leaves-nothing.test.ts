import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "../../src/access/index.ts";
import { markSender } from "../../src/portal/frame/form-sender.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { overtakenDatabase } from "../support/dying-database.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { aMember, anApiKey, aNewOperator, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

/** Revokes a token in the database alone, so that this isolate still has it cached. */
async function endToken(token: string): Promise<void> {
  await env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?")
    .bind(token.split("_")[2] ?? "")
    .run();
}

const NAMED = { name: "x" };
const HOOK = { url: "http://localhost:9/hook", events: ["inspection.flagged"] };
const PROVIDER = { kind: "openai-compatible", baseUrl: "http://localhost:9/v1", models: ["mine"] };

describe("a token revoked a moment ago", () => {
  it.each([
    ["token", "/admin/tokens", { ...NAMED, permissions: ["fleet:read"] }],
    ["service key", "/admin/service-keys", { ...NAMED, operations: ["ai:use"] }],
    ["person", "/admin/invites", { ...NAMED, role: "viewer" }],
  ])(
    "cannot create a %s (401), even while the isolate has the token cached",
    async (_what, path, body) => {
      const as = await aNewOperator(PERMISSIONS);
      expect((await call("POST", path, { as, body })).status).toBe(201);
      await endToken(as);
      expect((await call("GET", "/admin/tenants", { as })).status).toBe(200);
      expect((await call("POST", path, { as, body })).status).toBe(401);
      expect((await call("GET", "/admin/tenants", { as })).status).toBe(401);
    },
  );

  it("cannot create or change an API key, an enrolment code or a model provider: 401", async () => {
    const tenantId = await aTenant();
    const keys = `/admin/tenants/${tenantId}/api-keys`;
    await anApiKey(tenantId);
    const list = await call("GET", keys, { as: await aNewOperator() });
    const { items } = await list.json<{ items: { id: string }[] }>();
    const id = items[0]?.id;
    const asked = [
      ["POST", keys, { ...NAMED, scopes: ["urlsearch"] }],
      ["PATCH", `${keys}/${id}`, { scopes: ["urlsearch", "darkweb"] }],
      ["POST", `${keys}/${id}/rotate`, {}],
      ["POST", "/admin/enrollment-codes", { tenantId }],
      ["PUT", "/ai/settings/providers/own", { tenantId, provider: PROVIDER }],
    ] as const;
    for (const [method, path, body] of asked) {
      const as = await aMember(tenantId);
      expect((await call("GET", keys, { as })).status).toBe(200);
      await endToken(as);
      expect((await call(method, path, { as, body })).status).toBe(401);
    }
  });

  it("cannot enrol an agent (401), even while the isolate has the token cached", async () => {
    const as = await aNewOperator();
    const path = `/enroll?tenant=${await aTenant()}`;
    const enrol = async () =>
      (await call("POST", path, { as, body: { csr_pem: await makeCsr(await makeKey()) } })).status;
    expect(await enrol()).toBe(200);
    await endToken(as);
    expect((await call("GET", "/admin/tenants", { as })).status).toBe(200);
    expect(await enrol()).toBe(401);
  });
});

describe("a session ended a moment ago", () => {
  it("cannot create an enrolment code (401), even while the isolate has it cached", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const form = { by: markSender(ana), label: "x", maxUses: "1" };
    const make = () => ana.post(`/portal/t/${tenantId}/codes/new`, form);
    expect((await ana.get(`/portal/t/${tenantId}/codes`)).status).toBe(200);
    await env.DB.prepare("update sessions set ended_at = 1 where person_id = ?")
      .bind(ana.personId)
      .run();
    expect((await make()).status).toBe(401);
  });

  it("cannot send a form that needs a fresh proof (401), even while the isolate has it cached", async () => {
    const ana = await aVisitor("owner");
    const form = { by: markSender(ana), name: "After", status: "active" };
    const change = async () => (await ana.post(`/portal/tenants/${await aTenant()}`, form)).status;
    expect(await change()).toBe(303);
    await env.DB.prepare("update sessions set ended_at = 1 where person_id = ?")
      .bind(ana.personId)
      .run();
    expect((await ana.get("/portal/plans")).status).toBe(200);
    expect(await change()).toBe(401);
  });

  it("cannot invite a person (401), even while the isolate has it cached", async () => {
    const tenantId = await aTenant();
    const ana = await aVisitor("owner", [tenantId]);
    const invite = (name: string) =>
      ana.post(`/portal/t/${tenantId}/members/invite`, {
        by: markSender(ana),
        name,
        role: "owner",
      });
    expect((await invite("before")).status).toBe(201);
    await env.DB.prepare("update sessions set ended_at = 1 where person_id = ?")
      .bind(ana.personId)
      .run();
    expect((await ana.get(`/portal/t/${tenantId}`)).status).toBe(200);
    expect((await invite("after")).status).toBe(401);
    const { results } = await env.DB.prepare("select name from people where created_by = ?")
      .bind(`person:${ana.personId}`)
      .all();
    expect(results).toEqual([{ name: "before" }]);
  });
});

describe("a caller whose access ends while the request is under way", () => {
  const rows = async (table: string) =>
    env.DB.prepare(`select count(*) as n from ${table}`).first<number>("n");

  it.each([
    ["/admin/tokens", "access_tokens", { ...NAMED, permissions: ["fleet:read"] }],
    ["/admin/service-keys", "service_keys", { ...NAMED, operations: ["ai:use"] }],
    ["/admin/invites", "people", { ...NAMED, role: "owner" }],
    ["/admin/invites", "invites", { ...NAMED, role: "owner" }],
    ["/admin/enrollment-codes", "enrollment_codes", { tenantId: "" }],
    ["/admin/tenants/:tenantId/webhooks", "webhook_endpoints", HOOK],
  ])("gets 401 for POST %s, and no row is added to %s", async (route, table, body) => {
    const as = await aNewOperator(PERMISSIONS);
    const path = route.replace(":tenantId", await aTenant());
    const before = await rows(table);
    const { request } = anApp({}, { DB: overtakenDatabase(() => endToken(as)) });
    const answer = await request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify("tenantId" in body ? { tenantId: await aTenant() } : body),
    });
    expect([answer.status, (await rows(table)) === before]).toEqual([401, true]);
  });

  it("enrols no agent, and another caller can enrol the same key", async () => {
    const as = await aNewOperator();
    const tenantId = await aTenant();
    const { request } = anApp({}, { DB: overtakenDatabase(() => endToken(as)) });
    const body = JSON.stringify({ csr_pem: await makeCsr(await makeKey()) });
    const enrol = async (by: string, ask: typeof request) => {
      const headers = { authorization: `Bearer ${by}`, "content-type": "application/json" };
      return (await ask(`/enroll?tenant=${tenantId}`, { method: "POST", headers, body })).status;
    };
    expect(await enrol(as, request)).toBe(401);
    const left = env.DB.prepare(
      `select (select count(*) from agents where tenant_id = ?1)
        + (select count(*) from agent_keys where tenant_id = ?1) as n`,
    );
    expect(await left.bind(tenantId).first("n")).toBe(0);
    expect(await enrol(await aNewOperator(), anApp().request)).toBe(200);
  });

  it("neither creates nor rotates an API key: 401, with keys and audit log unchanged", async () => {
    const tenantId = await aTenant();
    const keys = `/admin/tenants/${tenantId}/api-keys`;
    await anApiKey(tenantId);
    const all = () =>
      env.DB.prepare("select * from api_keys where tenant_id = ?").bind(tenantId).all();
    const { results: before } = await all();
    for (const [path, body] of [
      [keys, { ...NAMED, scopes: ["urlsearch"] }],
      [`${keys}/${String(before[0]?.["id"])}/rotate`, {}],
    ] as const) {
      const as = await aMember(tenantId);
      const { request } = anApp({}, { DB: overtakenDatabase(() => endToken(as)) });
      const answer = await request(path, {
        method: "POST",
        headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([answer.status, (await all()).results]).toEqual([401, before]);
    }
    const lines = await env.DB.prepare("select action from audit_log where tenant_id = ?")
      .bind(tenantId)
      .raw();
    expect(lines.filter(([action]) => String(action).startsWith("api_key."))).toHaveLength(1);
  });

  it("cannot invite, recover or promote operators: 401 for an operator who is removed", async () => {
    await aVisitor("owner");
    const [ana, bea] = [await aVisitor("owner"), await aVisitor("viewer")];
    const remove = () =>
      env.DB.prepare("update people set disabled_at = 1 where id = ?").bind(ana.personId).run();
    const { request } = anApp({}, { DB: overtakenDatabase(remove) });
    const [people, links] = [await rows("people"), await rows("invites")];
    const send = async (path: string, fields: Record<string, string>) => {
      await env.DB.prepare("update people set disabled_at = null where id = ?")
        .bind(ana.personId)
        .run();
      const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
      const form = { method: "POST", headers, body: new URLSearchParams(fields) };
      return (await request(`/portal/operators${path}`, form)).status;
    };
    expect(await send("/invite", { name: "Eva", role: "owner" })).toBe(401);
    expect(await send(`/${bea.personId}/recover`, {})).toBe(401);
    expect(await send(`/${bea.personId}/role`, { role: "owner" })).toBe(401);
    expect((await bea.get("/portal/operators")).status).toBe(403);
    expect([await rows("people"), await rows("invites")]).toEqual([people, links]);
    expect((await bea.get("/portal/account")).status).toBe(200);
  });
});
