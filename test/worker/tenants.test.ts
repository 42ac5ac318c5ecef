import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { overtakenDatabase } from "../support/dying-database.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const anId = () => `new-${crypto.randomUUID().slice(0, 8)}`;

describe("POST /admin/tenants", () => {
  it("201 with the tenant on the default plan", async () => {
    const tenantId = anId();
    const as = await anOperator();
    const answer = await call("POST", "/admin/tenants", { as, body: { tenantId, name: "New" } });
    expect(answer.status).toBe(201);
    const body = await answer.json();
    expect(body).toMatchObject({ tenantId, plan: "free", monthlyQuota: 10_000, status: "active" });
  });

  it("409 when the id is taken, and the first one stays", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    const answer = await call("POST", "/admin/tenants", { as, body: { tenantId, name: "Again" } });
    expect(answer.status).toBe(409);
    const kept = await call("GET", `/admin/tenants/${tenantId}`, { as });
    expect(await kept.json()).toMatchObject({ name: tenantId });
  });

  it.each([
    ["a short id", { tenantId: "ab", name: "x" }, "tenantId"],
    ["an upper-case id", { tenantId: "ABC", name: "x" }, "tenantId"],
    ["no name", { tenantId: "abc-def" }, "name"],
    ["an unknown field", { tenantId: "abc-def", name: "x", admin: true }, ""],
  ])("400 for %s", async (_case, body, path) => {
    const answer = await call("POST", "/admin/tenants", { as: await anOperator(), body });
    expect(answer.status).toBe(400);
    const problem = await answer.json<{ error: string; details: { path: string }[] }>();
    expect(problem.error).toBe("invalid_request");
    expect(problem.details[0]?.path).toBe(path);
  });

  it("400 for an unknown plan", async () => {
    const body = { tenantId: anId(), name: "x", plan: "gold" };
    const answer = await call("POST", "/admin/tenants", { as: await anOperator(), body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "unknown_plan" });
  });

  it("403 for a tenant's own owner", async () => {
    const as = await aMember(await aTenant());
    const answer = await call("POST", "/admin/tenants", {
      as,
      body: { tenantId: anId(), name: "x" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("GET /admin/tenants", () => {
  it("200 with every tenant for an operator, found by q", async () => {
    const tenantId = await aTenant();
    await call("PATCH", `/admin/tenants/${tenantId}`, {
      as: await anOperator(),
      body: { name: `ÁREA ${tenantId}` },
    });
    const accented = encodeURIComponent(`área ${tenantId}`);
    const named = await call("GET", `/admin/tenants?q=${accented}`, { as: await anOperator() });
    expect(await named.json()).toMatchObject({ items: [{ tenantId }] });
    const answer = await call("GET", `/admin/tenants?q=${tenantId.slice(2)}`, {
      as: await anOperator(),
    });
    expect(await answer.json()).toMatchObject({ total: 1, page: 1, items: [{ tenantId }] });
  });

  it("200 with the caller's own tenant only for a member", async () => {
    const tenantId = await aTenant();
    await aTenant();
    const answer = await call("GET", "/admin/tenants", { as: await aMember(tenantId) });
    expect(await answer.json()).toMatchObject({ total: 1, items: [{ tenantId }] });
  });

  it.each([
    "page=0",
    "limit=201",
    "limit=x",
    "page=1&page=2",
    "status=gone",
    "limit=01",
    "limit=%2B1",
    "limit=1e1",
    "limit=",
    "page=1.0",
  ])("400 for %s", async (query) => {
    const answer = await call("GET", `/admin/tenants?${query}`, { as: await anOperator() });
    expect(answer.status).toBe(400);
  });
});

describe("GET /admin/tenants/{tenantId}", () => {
  it("404 for another tenant, with the same body as for an unknown tenant", async () => {
    const as = await aMember(await aTenant());
    const foreign = await call("GET", `/admin/tenants/${await aTenant()}`, { as });
    const absent = await call("GET", "/admin/tenants/nobody-at-all", { as });
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    const [one, other] = [await foreign.json<object>(), await absent.json<object>()];
    expect({ ...one, requestId: "" }).toEqual({ ...other, requestId: "" });
  });
});

describe("PATCH /admin/tenants/{tenantId}", () => {
  it("200 changes plan and status, and the audit log says so", async () => {
    const tenantId = await aTenant("free");
    const as = await anOperator();
    const body = { plan: "team", status: "suspended", monthlyQuota: 5 };
    const answer = await call("PATCH", `/admin/tenants/${tenantId}`, { as, body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(body);
    const log = await call("GET", `/admin/audit?tenantId=${tenantId}&action=tenant.changed`, {
      as,
    });
    expect(await log.json()).toMatchObject({ total: 1, items: [{ detail: body }] });
  });

  it("200 for a monthlyQuota of null, which restores the plan's quota", async () => {
    const tenantId = await aTenant("team");
    const as = await anOperator();
    await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { monthlyQuota: 7 } });
    const answer = await call("PATCH", `/admin/tenants/${tenantId}`, {
      as,
      body: { monthlyQuota: null },
    });
    expect(await answer.json()).toMatchObject({ monthlyQuota: 500_000 });
  });

  it("200 when the tenant's owner renames it, 403 when the owner changes plan, status or quota", async () => {
    const tenantId = await aTenant("free");
    const as = await aMember(tenantId);
    const path = `/admin/tenants/${tenantId}`;
    const renamed = await call("PATCH", path, { as, body: { name: "Our own name" } });
    expect(renamed.status).toBe(200);
    expect(await renamed.json()).toMatchObject({ tenantId, name: "Our own name", plan: "free" });
    for (const terms of [{ plan: "team" }, { status: "closed" }, { monthlyQuota: 7 }]) {
      const answer = await call("PATCH", path, { as, body: { name: "Another", ...terms } });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: "permission_denied" });
    }
    const now = await call("GET", path, { as });
    expect(await now.json()).toMatchObject({
      name: "Our own name",
      plan: "free",
      status: "active",
      monthlyQuota: 10_000,
    });
  });

  it("404 for another tenant's owner, 403 for a member who may only read", async () => {
    const tenantId = await aTenant();
    const path = `/admin/tenants/${tenantId}`;
    const body = { name: "Not yours" };
    const foreign = await call("PATCH", path, { as: await aMember(await aTenant()), body });
    expect(foreign.status).toBe(404);
    const reader = await call("PATCH", path, { as: await aMember(tenantId, "analyst"), body });
    expect(reader.status).toBe(403);
  });

  it("400 for an empty change, 404 for an unknown tenant", async () => {
    const as = await anOperator();
    const path = `/admin/tenants/${await aTenant()}`;
    expect((await call("PATCH", path, { as, body: {} })).status).toBe(400);
    const absent = await call("PATCH", "/admin/tenants/nobody-at-all", { as, body: { name: "x" } });
    expect(absent.status).toBe(404);
  });
});

describe("a change of plan overtaken by another change", () => {
  async function change(tenantId: string, plan: string, meanwhile: () => Promise<unknown>) {
    const { request } = anApp({}, { DB: overtakenDatabase(meanwhile) });
    const authorization = `Bearer ${await anOperator()}`;
    const headers = { authorization, "content-type": "application/json" };
    const body = JSON.stringify({ plan });
    return request(`/admin/tenants/${tenantId}`, { method: "PATCH", headers, body });
  }

  it("is made from the newer plan: an upgrade made meanwhile is kept", async () => {
    const tenantId = await aTenant("team");
    const as = await anOperator();
    const upgrade = { as, body: { plan: "enterprise" } };
    const path = `/admin/tenants/${tenantId}`;
    const answer = await change(tenantId, "free", () => call("PATCH", path, upgrade));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ plan: "enterprise", nextPlan: "free" });
  });

  it("409 if the plan keeps changing meanwhile, without an audit line", async () => {
    const tenantId = await aTenant("team");
    const swap = `UPDATE tenants SET plan = iif(plan = 'team', 'enterprise', 'team') WHERE id = ?`;
    const answer = await change(tenantId, "free", () => env.DB.prepare(swap).bind(tenantId).run());
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: "conflict" });
    const query = `tenantId=${tenantId}&action=tenant.changed`;
    const log = await call("GET", `/admin/audit?${query}`, { as: await anOperator() });
    expect(await log.json()).toMatchObject({ total: 0 });
  });
});

describe("GET /admin/audit", () => {
  it("200 with each line once from cursor to cursor, 400 for a malformed cursor", async () => {
    const tenantId = await aTenant();
    const as = await anOperator();
    for (const name of ["One", "Two", "Three", "Four"]) {
      await call("PATCH", `/admin/tenants/${tenantId}`, { as, body: { name } });
    }
    const path = `/admin/audit?tenantId=${tenantId}&limit=2`;
    interface Shown {
      items: { seq: number }[];
      total: number;
      has_more: boolean;
      cursor: string | null;
    }
    const read = async (more: string) => (await call("GET", path + more, { as })).json<Shown>();
    const first = await read("");
    const seen = first.items.map(({ seq }) => seq);
    let { cursor, has_more: more } = first;
    while (cursor !== null) {
      const next: Shown = await read(`&cursor=${cursor}`);
      expect(next.total).toBe(first.total);
      expect(more).toBe(true);
      seen.push(...next.items.map(({ seq }) => seq));
      ({ cursor, has_more: more } = next);
    }
    expect(more).toBe(false);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    expect(seen).toHaveLength(first.total);
    for (const wrong of ["&cursor=nonsense", "&cursor=1&page=1", "&cursor="]) {
      expect((await call("GET", path + wrong, { as })).status).toBe(400);
    }
  });

  it("403 for the log of another tenant, not an empty list", async () => {
    const as = await aMember(await aTenant());
    const answer = await call("GET", `/admin/audit?tenantId=${await aTenant()}`, { as });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: "tenant_forbidden" });
  });
});
