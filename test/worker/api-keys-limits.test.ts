import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import { loadTerms } from "../../src/tenants/gate/load-terms.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { overtakenDatabase } from "../support/dying-database.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

const HOUR_MS = 3_600_000;
const order = { name: "Gateway", scopes: ["urlsearch"] };

async function aKey() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const keys = `/admin/tenants/${tenantId}/api-keys`;
  const made = await call("POST", keys, { as, body: order });
  const { id } = await made.json<{ id: string }>();
  return { tenantId, as, keys, id, path: `${keys}/${id}` };
}

function expire(id: string) {
  const end = env.DB.prepare("UPDATE api_keys SET expires_at = ? WHERE id = ?");
  return end.bind(Date.now() - 60_000, id).run();
}

function disable(id: string) {
  return env.DB.prepare("UPDATE api_keys SET disabled_at = 1 WHERE id = ?").bind(id).run();
}

/** Rotates by a Worker that another change overtakes right before each of its batches. */
async function rotateOvertaken(path: string, as: string, meanwhile: () => Promise<unknown>) {
  const { request } = anApp({}, { DB: overtakenDatabase(meanwhile) });
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  return request(`${path}/rotate`, { method: "POST", headers, body: "{}" });
}

function once(act: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  return () => (done ??= act());
}

describe("POST .../api-keys/{id}/rotate", () => {
  it("201 without a body; 415 for a body that is not JSON", async () => {
    const { as, keys, path } = await aKey();
    const made = await call("POST", `${path}/rotate`, { as });
    expect(made.status).toBe(201);
    const { id } = await made.json<{ id: string }>();
    const headers = { "content-type": "text/plain" };
    const text = await call("POST", `${keys}/${id}/rotate`, { as, headers, body: "{}" });
    expect(text.status).toBe(415);
    expect((await call("POST", keys, { as })).status).toBe(415);
  });

  it("201 beside 199 replaced keys that have ended; 409 beside as many that count", async () => {
    const { tenantId, as, path } = await aKey();
    const fill = async (replacedBy: string | null, endsIn: number) => {
      await env.DB.prepare("delete from api_keys where id like 'old%'").run();
      await env.DB.prepare(
        `insert into api_keys (id, tenant_id, hash, last4, name, scopes, allowed_addresses,
           created_by, created_at, expires_at, replaced_by)
         with recursive n(i) as (select 1 union all select i + 1 from n where i < 199)
         select 'old' || i, ?1, '', '', 'x', 1, '[]', 'test', 1, ?2, ?3 from n`,
      )
        .bind(tenantId, Date.now() + endsIn, replacedBy)
        .run();
    };
    const rotate = async () => (await call("POST", `${path}/rotate`, { as })).status;
    await fill("later", HOUR_MS);
    expect(await rotate()).toBe(409);
    // An expired key may be given a later end, so it counts.
    await fill(null, -1);
    expect(await rotate()).toBe(409);
    await fill("later", -1);
    expect(await rotate()).toBe(201);
    // They take no room in a lease either: it holds the key and its replacement.
    expect((await loadTerms(database(env), tenantId, Date.now())).keys).toHaveLength(2);
  });

  it("takes over a change made meanwhile: scopes, addresses and expiry", async () => {
    const { as, keys, path, id } = await aKey();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const body = { scopes: ["ipsearch"], allowedAddresses: ["192.0.2.1"], expiresAt };
    const change = async () => expect((await call("PATCH", path, { as, body })).status).toBe(200);
    const late = await rotateOvertaken(path, as, once(change));
    expect(late.status).toBe(201);
    expect(await late.json()).toMatchObject(body);
    const listed = await (await call("GET", keys, { as })).json<{ items: { id: string }[] }>();
    const old = listed.items.find((one) => one.id === id);
    expect(old).toMatchObject({ replacedBy: expect.any(String) });
    expect(Date.parse((old as unknown as { expiresAt: string }).expiresAt)).toBeLessThanOrEqual(
      Date.parse(expiresAt),
    );
  });

  it("409 if other requests change the key again and again", async () => {
    const { as, path } = await aKey();
    let turn = 0;
    const change = async () => {
      const body = { note: `${(turn += 1)}` };
      expect((await call("PATCH", path, { as, body })).status).toBe(200);
    };
    const late = await rotateOvertaken(path, as, change);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: "conflict", retryable: true });
  });

  it.each([
    ["an expired key", expire, "key_expired"],
    ["a disabled key", disable, "key_disabled"],
  ] as const)(
    "409 for %s, and no key is made, even if the key became so during the rotation",
    async (...row) => {
      const [, end, error] = row;
      const { as, keys, id, path } = await aKey();
      const late = await rotateOvertaken(path, as, () => end(id));
      expect(late.status).toBe(409);
      const refused = await call("POST", `${path}/rotate`, { as, body: {} });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error });
      expect(await (await call("GET", keys, { as })).json()).toMatchObject({ total: 1 });
    },
  );
});

const inTime = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A Worker whose first calls to the gate fail, as many as given. */
function failingGate(failures: number) {
  let asked = 0;
  const idFromName = (name: string) => env.TENANT_GATE.idFromName(name);
  const get = (id: DurableObjectId) => ({
    refresh: async () => {
      asked += 1;
      if (asked <= failures) throw new Error("the gate has gone away");
      await env.TENANT_GATE.get(id).refresh();
    },
  });
  const TENANT_GATE = { idFromName, get };
  const { request } = anApp({}, { TENANT_GATE } as unknown as Partial<Cloudflare.Env>);
  const post = (path: string, as: string, body: object) => {
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    return request(path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  return { post, asked: () => asked };
}

describe("a key that is made while the tenant's gate is unreachable", () => {
  it("is announced to the gate again, three times at most", async () => {
    const { as, keys, path } = await aKey();
    const brief = failingGate(1);
    expect((await brief.post(`${path}/rotate`, as, { graceSeconds: 0 })).status).toBe(201);
    expect(brief.asked()).toBe(2);
    const lasting = failingGate(Infinity);
    expect((await lasting.post(keys, as, order)).status).toBe(201);
    expect(lasting.asked()).toBe(3);
  });

  it("is shown in the answer and works later, whether created or rotated", async () => {
    const { tenantId, as, keys, path } = await aKey();
    const { post } = failingGate(Infinity);
    for (const [where, body] of [
      [keys, order],
      [`${path}/rotate`, { graceSeconds: 0 }],
    ] as const) {
      const made = await post(where, as, body);
      expect(made.status).toBe(201);
      const { key } = await made.json<{ key: string }>();
      // The gate does so by itself within a minute.
      await env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)).refresh();
      const called = await call("GET", "/api/v1/urlsearch?value=a.com", {
        headers: { "x-tenant-id": tenantId, "x-api-key": key },
      });
      expect(called.status).toBe(200);
    }
  });
});

describe("a replaced key", () => {
  it("expires with its grace, or at its own expiry if that is earlier", async () => {
    const { as, keys, id } = await aKey();
    const body = { graceSeconds: HOUR_MS / 1000 };
    const endOf = async (key: string) => {
      expect((await call("POST", `${keys}/${key}/rotate`, { as, body })).status).toBe(201);
      const answer = await call("GET", keys, { as });
      const { items } = await answer.json<{ items: { id: string; expiresAt: string }[] }>();
      return Date.parse(items.find((one) => one.id === key)?.expiresAt ?? "");
    };
    const before = Date.now();
    const end = await endOf(id);
    expect(end).toBeGreaterThanOrEqual(before + HOUR_MS);
    expect(end).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    const expiresAt = inTime(HOUR_MS / 2);
    const made = await call("POST", keys, { as, body: { ...order, expiresAt } });
    const short = await made.json<{ id: string }>();
    expect(await endOf(short.id)).toBe(Date.parse(expiresAt));
  });

  it("409 for no expiry or one later than its grace; an earlier expiry and a name are accepted", async () => {
    const { as, path } = await aKey();
    const change = (body: object) => call("PATCH", path, { as, body });
    const graceSeconds = HOUR_MS / 1000;
    await call("POST", `${path}/rotate`, { as, body: { graceSeconds } });
    for (const expiresAt of [null, inTime(2 * HOUR_MS)]) {
      const refused = await change({ expiresAt });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error: "key_replaced" });
    }
    expect(await (await change({ name: "Old" })).json()).toMatchObject({ status: "replaced" });
    const expiresAt = inTime(HOUR_MS / 2);
    const sooner = await change({ expiresAt });
    expect(await sooner.json()).toMatchObject({ expiresAt, status: "replaced" });
    expect((await change({ expiresAt })).status).toBe(200);
    expect((await change({ expiresAt: inTime(HOUR_MS * 0.6) })).status).toBe(409);
  });
});

describe("an API key", () => {
  it("shows as last4 the last four characters of its text", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const body = { name: "k", scopes: ["urlsearch"] };
    const made = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body });
    const { key, last4 } = await made.json<{ key: string; last4: string }>();
    expect(last4).toBe(key.slice(-4));
  });
});

describe("the API keys of a tenant", () => {
  it("404 for a tenant that does not exist, even for an operator", async () => {
    const as = await anOperator();
    const answer = await call("GET", "/admin/tenants/nobody-at-all/api-keys", { as });
    expect(answer.status).toBe(404);
  });

  it("403 for a new key of a closed tenant, created or rotated", async () => {
    const { tenantId, as, keys, path } = await aKey();
    const body = { status: "closed" };
    await call("PATCH", `/admin/tenants/${tenantId}`, { as: await anOperator(), body });
    const answers = [
      await call("POST", keys, { as, body: order }),
      await call("POST", `${path}/rotate`, { as }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: "tenant_closed" });
    }
    expect(await (await call("GET", keys, { as })).json()).toMatchObject({ total: 1 });
  });
});
