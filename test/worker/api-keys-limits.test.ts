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

/** By a Worker that is overtaken right before each of its batches. */
async function rotateLate(path: string, as: string, meanwhile: () => Promise<unknown>) {
  const { request } = anApp({}, { DB: overtakenDatabase(meanwhile) });
  const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
  return request(`${path}/rotate`, { method: "POST", headers, body: "{}" });
}

function once(act: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  return () => (done ??= act());
}

describe("a rotation", () => {
  it("201 without a body, which has nothing that must be said; 415 for what is no JSON", async () => {
    const { as, keys, path } = await aKey();
    const made = await call("POST", `${path}/rotate`, { as });
    expect(made.status).toBe(201);
    const { id } = await made.json<{ id: string }>();
    const headers = { "content-type": "text/plain" };
    const text = await call("POST", `${keys}/${id}/rotate`, { as, headers, body: "{}" });
    expect(text.status).toBe(415);
    expect((await call("POST", keys, { as })).status).toBe(415);
  });

  it("finds room beside those that were replaced and have ended, however many; 409 beside others", async () => {
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
    // It may be given a later end, so it counts.
    await fill(null, -1);
    expect(await rotate()).toBe(409);
    await fill("later", -1);
    expect(await rotate()).toBe(201);
    // Nor do they take room in a lease: it has the key and the one that replaced it.
    expect((await loadTerms(database(env), tenantId, Date.now())).keys).toHaveLength(2);
  });

  it("takes what a change took meanwhile: rights, addresses, and the end of both", async () => {
    const { as, keys, path, id } = await aKey();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const body = { scopes: ["ipsearch"], allowedAddresses: ["192.0.2.1"], expiresAt };
    const change = async () => expect((await call("PATCH", path, { as, body })).status).toBe(200);
    const late = await rotateLate(path, as, once(change));
    expect(late.status).toBe(201);
    expect(await late.json()).toMatchObject(body);
    const listed = await (await call("GET", keys, { as })).json<{ items: { id: string }[] }>();
    const old = listed.items.find((one) => one.id === id);
    expect(old).toMatchObject({ replacedBy: expect.any(String) });
    expect(Date.parse((old as unknown as { expiresAt: string }).expiresAt)).toBeLessThanOrEqual(
      Date.parse(expiresAt),
    );
  });

  it("409 where others change the key again and again", async () => {
    const { as, path } = await aKey();
    let turn = 0;
    const change = async () => {
      const body = { note: `${(turn += 1)}` };
      expect((await call("PATCH", path, { as, body })).status).toBe(200);
    };
    const late = await rotateLate(path, as, change);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: "conflict", retryable: true });
  });

  it.each([
    ["an expired key", expire, "key_expired"],
    ["a disabled key", disable, "key_disabled"],
  ] as const)(
    "409 for %s, and no key is made, also where it became so meanwhile",
    async (...row) => {
      const [, end, error] = row;
      const { as, keys, id, path } = await aKey();
      const late = await rotateLate(path, as, () => end(id));
      expect(late.status).toBe(409);
      const refused = await call("POST", `${path}/rotate`, { as, body: {} });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error });
      expect(await (await call("GET", keys, { as })).json()).toMatchObject({ total: 1 });
    },
  );
});

const inTime = (ms: number) => new Date(Date.now() + ms).toISOString();

/** By a Worker whose questions to the gate fail as often as this says. */
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

describe("a key that was made while the tenant's gate is out of reach", () => {
  it("is told again, a few times in all", async () => {
    const { as, keys, path } = await aKey();
    const brief = failingGate(1);
    expect((await brief.post(`${path}/rotate`, as, { graceSeconds: 0 })).status).toBe(201);
    expect(brief.asked()).toBe(2);
    const lasting = failingGate(Infinity);
    expect((await lasting.post(keys, as, order)).status).toBe(201);
    expect(lasting.asked()).toBe(3);
  });

  it("is shown, also by rotation: nobody could ask for its text again", async () => {
    const { tenantId, as, keys, path } = await aKey();
    const { post } = failingGate(Infinity);
    for (const [where, body] of [
      [keys, order],
      [`${path}/rotate`, { graceSeconds: 0 }],
    ] as const) {
      const made = await post(where, as, body);
      expect(made.status).toBe(201);
      const { key } = await made.json<{ key: string }>();
      // As it does by itself within a minute.
      await env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)).refresh();
      const called = await call("GET", "/api/v1/urlsearch?value=a.com", {
        headers: { "x-tenant-id": tenantId, "x-api-key": key },
      });
      expect(called.status).toBe(200);
    }
  });
});

describe("a key that was replaced", () => {
  it("ends with its grace, or at its own end where that comes first", async () => {
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

  it("409 for no end or a later one than its grace; an earlier one and a name are taken", async () => {
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

describe("a key", () => {
  it("is told apart by the last four characters that whoever holds it sees", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const body = { name: "k", scopes: ["urlsearch"] };
    const made = await call("POST", `/admin/tenants/${tenantId}/api-keys`, { as, body });
    const { key, last4 } = await made.json<{ key: string; last4: string }>();
    expect(last4).toBe(key.slice(-4));
  });
});

describe("the keys of a tenant", () => {
  it("404 where there is none, also for an operator", async () => {
    const as = await anOperator();
    const answer = await call("GET", "/admin/tenants/nobody-at-all/api-keys", { as });
    expect(answer.status).toBe(404);
  });

  it("403 for a new one of a closed tenant, made or by rotation", async () => {
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
