import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { gatedApp } from "../support/gated-app.ts";
import { aMember, anApiKey, anOperator, aTenant } from "../support/people.ts";

interface Key {
  id: string;
  name: string;
  replacedBy: string | null;
}

const order = { name: "Old", scopes: ["urlsearch"] };

async function aKey(tenantId: string): Promise<Key> {
  const as = await aMember(tenantId);
  return (await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body: order })).json();
}

async function keysOf(tenantId: string): Promise<Key[]> {
  const as = await aMember(tenantId);
  const answer = await call("GET", `/admin/tenants/${tenantId}/api-keys`, { as });
  return (await answer.json<{ items: Key[] }>()).items;
}

async function traces(tenantId: string, action: string): Promise<number> {
  const as = await aMember(tenantId);
  const answer = await call("GET", `/admin/audit?action=${action}`, { as });
  return (await answer.json<{ total: number }>()).total;
}

/** Repeats a request until it is answered, by Workers that each live one call of D1 longer. */
async function tryUntilDone(
  { as, method, path }: { as: () => Promise<string>; method: string; path: string },
  body: object | undefined,
  check: () => Promise<void>,
): Promise<void> {
  for (let calls = 0, status = 500; status === 500; calls += 1) {
    const { request } = anApp({}, { DB: dyingDatabase(calls) });
    // A token that no isolate has cached, so that each try makes the same calls.
    const authorization = `Bearer ${await as()}`;
    const headers = { authorization, "content-type": "application/json" };
    const text = body === undefined ? null : JSON.stringify(body);
    ({ status } = await request(path, { method, headers, body: text }));
    await check();
  }
}

describe("a Worker that dies during a request", () => {
  it("has created the API key with its audit entry, or neither", async () => {
    const tenantId = await aTenant();
    const path = `/admin/tenants/${tenantId}/api-keys`;
    const as = async () => aMember(tenantId);
    await tryUntilDone({ as, method: "POST", path }, order, async () => {
      expect(await traces(tenantId, "api_key.created")).toBe((await keysOf(tenantId)).length);
    });
  });

  it("has changed the API key with its audit entry, or neither", async () => {
    const tenantId = await aTenant();
    const { id } = await aKey(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys/${id}`;
    const as = async () => aMember(tenantId);
    await tryUntilDone({ as, method: "PATCH", path }, { name: "New" }, async () => {
      const [key] = await keysOf(tenantId);
      expect(await traces(tenantId, "api_key.changed")).toBe(key?.name === "New" ? 1 : 0);
    });
  });

  it("has deleted the API key with its audit entry, or neither", async () => {
    const tenantId = await aTenant();
    const { id } = await aKey(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys/${id}`;
    const as = async () => aMember(tenantId);
    await tryUntilDone({ as, method: "DELETE", path }, undefined, async () => {
      const left = (await keysOf(tenantId)).length;
      expect(await traces(tenantId, "api_key.deleted")).toBe(1 - left);
    });
  });

  it("has made the new API key, linked the old one to it and written the audit entry, or none of them", async () => {
    const tenantId = await aTenant();
    const { id } = await aKey(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys/${id}/rotate`;
    const as = async () => aMember(tenantId);
    await tryUntilDone({ as, method: "POST", path }, {}, async () => {
      const keys = await keysOf(tenantId);
      const fresh = keys.find((key) => key.id !== id);
      expect(keys.find((key) => key.id === id)?.replacedBy).toBe(fresh?.id ?? null);
      expect(await traces(tenantId, "api_key.rotated")).toBe(keys.length - 1);
    });
  });

  it("has changed the tenant with its audit entry, or neither", async () => {
    const tenantId = await aTenant();
    const path = `/admin/tenants/${tenantId}`;
    await tryUntilDone({ as: anOperator, method: "PATCH", path }, { name: "New" }, async () => {
      const answer = await call("GET", path, { as: await aMember(tenantId) });
      const { name } = await answer.json<{ name: string }>();
      expect((await traces(tenantId, "tenant.changed")) > 0).toBe(name === "New");
    });
  });
});

describe("the audit entries of an API key's scopes", () => {
  it("name each module once, for a created and for a changed key", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys`;
    const body = { name: "x", scopes: ["darkweb", "urlsearch", "darkweb"] };
    const { id } = await (await call("POST", path, { as, body })).json<{ id: string }>();
    const change = { scopes: ["antispam", "antispam", "urlsearch"] };
    expect((await call("PATCH", `${path}/${id}`, { as, body: change })).status).toBe(200);
    const { results } = await env.DB.prepare(
      "select action, detail ->> 'scopes' as scopes from audit_log where target = ? order by seq",
    )
      .bind(id)
      .all();
    expect(results).toEqual([
      { action: "api_key.created", scopes: '["darkweb","urlsearch"]' },
      { action: "api_key.changed", scopes: '["urlsearch","antispam"]' },
    ]);
  });
});

describe("an API key that is disabled twice", () => {
  it("stays unchanged without a second audit entry; enabling and disabling it anew writes two more", async () => {
    const tenantId = await aTenant();
    const { id } = await aKey(tenantId);
    const as = await aMember(tenantId);
    const disabledAt = async () =>
      env.DB.prepare("SELECT disabled_at FROM api_keys WHERE id = ?").bind(id).first("disabled_at");
    const set = async (disabled: boolean) => {
      const path = `/admin/tenants/${tenantId}/api-keys/${id}`;
      const answer = await call("PATCH", path, { as, body: { disabled } });
      expect(await answer.json()).toMatchObject({ status: disabled ? "disabled" : "active" });
    };
    await set(true);
    const first = await disabledAt();
    await scheduler.wait(5);
    await set(true);
    expect(await disabledAt()).toBe(first);
    expect(await traces(tenantId, "api_key.changed")).toBe(1);
    await set(false);
    await set(true);
    expect(await traces(tenantId, "api_key.changed")).toBe(3);
  });
});

describe("four rotations of one API key at once", () => {
  it("201 for one and 409 for three, with one new key and one audit entry", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { id } = await aKey(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys/${id}/rotate`;
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => call("POST", path, { as, body: {} })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409]);
    expect(await keysOf(tenantId)).toHaveLength(2);
    expect(await traces(tenantId, "api_key.rotated")).toBe(1);
  });
});

describe("a deletion of an API key while the gate is unreachable", () => {
  it("500, and once the deletion is repeated the gate refuses the key", async () => {
    const tenantId = await aTenant();
    const key = await anApiKey(tenantId);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(200);
    const [listed] = await keysOf(tenantId);
    const path = `/admin/tenants/${tenantId}/api-keys/${listed?.id}`;
    const as = await aMember(tenantId);
    const silent = {
      idFromName: (name: string) => env.TENANT_GATE.idFromName(name),
      get: () => ({ refresh: () => Promise.reject(new Error("down")) }),
    } as unknown as Cloudflare.Env["TENANT_GATE"];
    const { request } = anApp({}, { TENANT_GATE: silent });
    const headers = { authorization: `Bearer ${as}` };
    expect((await request(path, { method: "DELETE", headers })).status).toBe(500);
    expect((await call("DELETE", path, { as })).status).toBe(404);
    expect((await gatedApp().ask(tenantId, key)).status).toBe(401);
  });
});
