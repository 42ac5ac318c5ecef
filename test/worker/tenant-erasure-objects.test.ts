import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { consumeDeadEvents, consumeEvents } from "../../src/events/index.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { periodOf } from "../../src/tenants/gate/period.ts";
import { aCode, anAgent, enrolWith, type TestAgent } from "../support/agent.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { deafDatabase, dyingDatabase, useDatabase } from "../support/dying-database.ts";
import {
  askErasure,
  closeTenant,
  eraseWhole,
  LATER_MS,
  turnOfErasures,
} from "../support/erasure.ts";
import { makeCsr, makeKey } from "../support/make-csr.ts";
import { aMember, anApiKey, anOperator, aServiceKey, aTenant } from "../support/people.ts";
import { aTenantIn, anAppWithVectors } from "../support/vector-tenant.ts";

const FACT = "Teresa Almeida leads the network team in Porto.";

/** When no isolate holds a lease of the tenant's keys any more. */
const later = anApp({ now: () => Date.now() + LATER_MS });

/** A tenant that has used everything that keeps an object of its own for it. */
async function aBusyTenant() {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const service = { "x-internal-service-key": await aServiceKey() };
  const encryption = async (what: string, body: object) =>
    call("POST", `/encryption/${what}`, { headers: service, body: { tenantId, ...body } });
  await encryption("provision-key", {});
  const sealed = await (await encryption("encrypt", { value: "v" })).json<{ encrypted: string }>();
  const [agent, ended] = [await anAgent({ tenantId }), await anAgent({ tenantId })];
  await agent.event({ eventId: crypto.randomUUID(), type: "t", severity: "low" });
  await ended.leave();
  const document = { tenantId, title: "People", source: "wiki", text: FACT };
  await call("POST", "/ai/documents", { as, body: document });
  const hook = { url: "http://localhost:9/hook", events: ["ping"] };
  const hooks = `/admin/tenants/${tenantId}/webhooks`;
  const made = await call("POST", hooks, { as, body: hook });
  const { id: hookId } = await made.json<{ id: string }>();
  const key = await anApiKey(tenantId);
  const headers = { "x-tenant-id": tenantId, "x-api-key": key };
  const lookUp = async () => call("GET", "/api/v1/urlsearch?value=a.example", { headers });
  await lookUp();
  const decrypt = async () =>
    later.request("/encryption/decrypt", {
      method: "POST",
      headers: { ...service, "content-type": "application/json" },
      body: JSON.stringify({ tenantId, encrypted: sealed.encrypted }),
    });
  const search = async (by: string) =>
    call("POST", "/ai/context/search", { as: by, body: { tenantId, query: "network team Porto" } });
  return { tenantId, as, agent, ended, hookId, decrypt, search, lookUp };
}

type Named = "AGENT" | "KEYRING" | "KNOWLEDGE" | "WEBHOOK_ENDPOINT" | "ENROLLMENT_CODE";

/** How many rows an object has in all tables of its own, and whether its alarm is set. */
async function left(namespace: Named, name: string) {
  const objects = env[namespace] as unknown as DurableObjectNamespace;
  const stub = objects.get(objects.idFromName(name));
  return runInDurableObject(stub, async (_object, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'
         and name not like 'stems%' and name not like 'sqlite%' and name <> 'vocabulary'`,
      )
      .toArray();
    const rows = tables.map(({ name: table }) => {
      const { n } = storage.sql.exec<{ n: number }>(`select count(*) as n from "${table}"`).one();
      return [table, n] as const;
    });
    const full = Object.fromEntries(rows.filter(([, n]) => n > 0));
    return { full, alarm: await storage.getAlarm() };
  });
}

async function erase(tenantId: string): Promise<void> {
  await closeTenant(tenantId);
  await askErasure(tenantId);
  await eraseWhole(tenantId);
}

const nameOf = (agent: TestAgent) => `${agent.tenantId}/${agent.id}`;
const EMPTY = { full: {}, alarm: null };

describe("the objects of an erased tenant", () => {
  /** For the tests that look at what is left; the one that calls its objects comes after them. */
  let gone: Awaited<ReturnType<typeof aBusyTenant>>;
  let stays: typeof gone;
  beforeAll(async () => {
    [gone, stays] = [await aBusyTenant(), await aBusyTenant()];
    await erase(gone.tenantId);
  });

  it("keep the months that were billed, but not when keys were used", async () => {
    const { tenantId } = gone;
    const as = await anOperator();
    const usage = await call("GET", `/admin/tenants/${tenantId}/usage`, { as });
    expect(usage.status).toBe(200);
    const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
    const uses = await runInDurableObject(stub, (_gate, { storage }) =>
      storage.sql.exec("select 1 from key_use").toArray(),
    );
    expect(uses).toEqual([]);
  });

  it("count a late report of usage without recording the key's use or making an event", async () => {
    const { tenantId } = gone;
    const stub = env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId));
    const units = 1_000_000;
    const late = { priceId: "team:EUR:400", keyId: "k", module: "urlsearch", calls: 1, units };
    const period = periodOf(Date.now());
    const nothing = { received: 0, returned: 0, wants: 0, epoch: 0 };
    const leaseId = crypto.randomUUID();
    await stub.lease({ ...nothing, leaseId, seq: 1, counters: [late], period });
    const left = await runInDurableObject(stub, (_gate, { storage: { sql } }) =>
      ["key_use", "outbox", `ledger where units = ${units}`].map(
        (table) => sql.exec<{ n: number }>(`select count(*) as n from ${table}`).one().n,
      ),
    );
    expect(left).toEqual([0, 0, 1]);
    const events = env.DB.prepare("select count(*) as n from tenant_events where tenant_id = ?");
    expect(await events.bind(tenantId).first("n")).toBe(0);
  });

  it("are empty, while another tenant's objects still work", async () => {
    expect(await left("AGENT", nameOf(gone.agent))).toEqual(EMPTY);
    expect(await left("AGENT", nameOf(gone.ended))).toEqual(EMPTY);
    expect(await left("KEYRING", gone.tenantId)).toEqual(EMPTY);
    expect(await left("KNOWLEDGE", gone.tenantId)).toMatchObject({ full: { totals: 1 } });
    expect(Object.keys((await left("WEBHOOK_ENDPOINT", gone.hookId)).full)).toEqual(["config"]);
    expect((await gone.decrypt()).status).toBe(404);
    expect((await stays.decrypt()).status).toBe(200);
    expect((await stays.agent.checkIn()).status).toBe(200);
    expect((await stays.lookUp()).status).toBe(200);
    const found = await stays.search(stays.as);
    expect(JSON.stringify(await found.json())).toContain("Teresa");
  });

  it("write to the audit log which key versions were destroyed, and under which roots", async () => {
    const { tenantId } = gone;
    const query = "select detail from audit_log where tenant_id = ? and action = ?";
    const line = env.DB.prepare(query).bind(tenantId, "encryption.keys_erased");
    const detail = JSON.parse((await line.first<string>("detail")) ?? "{}") as object;
    expect(detail).toEqual({ versions: [1], rootIds: [expect.any(Number)] });
  });

  it("stay empty when they are called later", async () => {
    const { tenantId, agent, ended, search } = gone;
    expect((await agent.checkIn()).status).toBe(401);
    expect((await agent.rotate()).status).toBe(401);
    expect((await ended.leave()).status).toBe(401);
    expect(await left("AGENT", nameOf(agent))).toEqual(EMPTY);
    const found = await search(await anOperator());
    expect(JSON.stringify(await found.json())).not.toContain("Teresa");
    const keyring = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
    expect(await keyring.lease(null, [], Date.now())).toBeNull();
    expect(await keyring.erase(Date.now(), { subject: "test" })).toBe(0);
  });

  it("are empty, also the object of an agent that D1 never listed", async () => {
    const tenantId = await aTenant();
    const { code } = await aCode({ tenantId, maxUses: 2 });
    // From here on the tenant's rules are known, and the next batch is what lists the agent.
    expect((await enrolWith(code, await makeCsr(await makeKey()))).status).toBe(200);
    const { request } = anApp({}, { DB: deafDatabase({ done: false }) });
    const cut = await request("http://rampart.test/enroll", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ enrollment_code: code, csr_pem: await makeCsr(await makeKey()) }),
    });
    expect(cut.status).toBe(500);
    const unlisted = env.DB.prepare(
      "select agent_id from agent_keys where tenant_id = ? and agent_id not in (select agent_id from agents)",
    );
    const name = `${tenantId}/${await unlisted.bind(tenantId).first<string>("agent_id")}`;
    expect((await left("AGENT", name)).full).toMatchObject({ record: 4 });
    await erase(tenantId);
    expect(await left("AGENT", name)).toEqual(EMPTY);
  });

  it("write the destruction of keys to the audit log later if D1 fails at first", async () => {
    const { tenantId } = await aBusyTenant();
    const keyring = env.KEYRING.get(env.KEYRING.idFromName(tenantId));
    await runInDurableObject(keyring, async (object) => {
      useDatabase(object, dyingDatabase(0));
      await expect(object.erase(1, { subject: "test" })).rejects.toThrow("dead");
      useDatabase(object, env.DB);
    });
    expect(await keyring.lease(null, [], Date.now())).toMatchObject({ keys: [] });
    await keyring.erase(2, { subject: "test" });
    const query = "select count(*) as n from audit_log where tenant_id = ? and action = ?";
    const lines = env.DB.prepare(query).bind(tenantId, "encryption.keys_erased");
    expect(await lines.first("n")).toBe(1);
  });

  it("keep the erasure open until their vectors are deleted, while the rest is erased", async () => {
    const app = anAppWithVectors();
    const tenant = await aTenantIn(app);
    await tenant.put(FACT);
    await tenant.settle();
    expect(tenant.mine().length).toBeGreaterThan(0);
    app.peer.failing["delete_by_ids"] = 400;
    const letters = async () => {
      const found = env.DB.prepare("select count(*) as n from dead_events where tenant_id = ?");
      return found.bind(tenant.tenantId).first("n");
    };
    const letter = `insert into dead_events (id, tenant_id, reason, body, failed_at)
      values (?1, ?1, 'malformed', '{}', 1)`;
    await env.DB.prepare(letter).bind(tenant.tenantId).run();
    await closeTenant(tenant.tenantId);
    await askErasure(tenant.tenantId);
    await expect(turnOfErasures(app.bindings)).rejects.toThrow("vectors");
    const path = `/admin/tenants/${tenant.tenantId}/erasure`;
    const as = await anOperator();
    const told = await (await call("GET", path, { as })).json<{ failure: string }>();
    expect(told.failure).toContain("vectors");
    expect(await letters()).toBe(0);
    delete app.peer.failing["delete_by_ids"];
    await eraseWhole(tenant.tenantId, app.bindings);
    expect(tenant.mine()).toEqual([]);
    expect(await (await call("GET", path, { as })).json()).toMatchObject({ state: "done" });
  });
});

describe("an event that was on its way while its tenant was erased", () => {
  const lineOf = (tenantId: string) =>
    JSON.stringify({
      tenant_id: tenantId,
      agent_id: "agent-1",
      ingest_id: crypto.randomUUID(),
      event_id: null,
      received_at: "2026-02-03T04:05:06.000Z",
    });

  it("is neither archived nor kept as a dead letter; another tenant's event is", async () => {
    const [tenantId, other] = [await aTenant(), await aTenant()];
    await closeTenant(tenantId);
    await askErasure(tenantId);
    const messages = [tenantId, other].map((id) => ({
      id: crypto.randomUUID(),
      timestamp: new Date(),
      attempts: 1,
      body: lineOf(id),
    }));
    const batch = createMessageBatch("events", messages);
    await consumeEvents(batch, env, livePlatform);
    const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
    expect(explicitAcks).toHaveLength(2);
    const dead = createMessageBatch("events-dead", messages);
    await consumeDeadEvents(dead, env, livePlatform);
    const { objects } = await env.OBJECTS.list({ prefix: "events/2026-02-03/" });
    const theirs = (id: string) => objects.filter(({ key }) => key.includes(`/${id}/`)).length;
    expect([theirs(tenantId), theirs(other)]).toEqual([0, 1]);
    const query = "select tenant_id as id from dead_events where tenant_id in (?, ?)";
    const { results } = await env.DB.prepare(query).bind(tenantId, other).all();
    expect(results).toEqual([{ id: other }]);
    // Else the next turn of any test would erase it as well.
    await env.DB.prepare("update tenant_erasures set ended_at = 1 where tenant_id = ?")
      .bind(tenantId)
      .run();
  });
});
