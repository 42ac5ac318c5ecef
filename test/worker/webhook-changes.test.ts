import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import type { Person } from "../../src/access/principal.ts";
import { database, livePlatform } from "../../src/platform/index.ts";
import { eventStatement } from "../../src/tenants/index.ts";
import { changeEndpoint } from "../../src/webhooks/endpoints/change-endpoint.ts";
import { disableEndpoint } from "../../src/webhooks/endpoints/disable-endpoint.ts";
import { configOf } from "../../src/webhooks/endpoints/object-of.ts";
import { findEndpoint, type EndpointRow } from "../../src/webhooks/endpoints/store.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { call } from "../support/call.ts";
import { deafDatabase, overtakenDatabase } from "../support/dying-database.ts";
import { anIsolate, OUT_OF_REACH, toldBy } from "../support/told-endpoints.ts";
import { aReceiver, passHours, type Sent } from "../support/webhook-endpoint.ts";

const HOUR_MS = 3_600_000;

async function statusOf(id: string): Promise<unknown> {
  const row = env.DB.prepare("SELECT status FROM webhook_endpoints WHERE id = ?").bind(id);
  return row.first("status");
}

describe("a webhook endpoint that keeps failing", () => {
  it("keeps its failures and its next probe if another field is changed", async () => {
    const receiver = await aReceiver(() => new Response("", { status: 500 }));
    const { as, path, sent, deliver, later } = receiver;
    await deliver(...Array.from({ length: 12 }, (_, at) => `old_${at}`));
    await later(0);
    expect(sent).toHaveLength(10);
    const before = await (await call("GET", `${path}/health`, { as })).json();
    const body = { description: "another" };
    expect((await call("PATCH", path, { as, body })).status).toBe(200);
    await later(1_000);
    expect(sent).toHaveLength(10);
    expect(await (await call("GET", `${path}/health`, { as })).json()).toEqual(before);
    expect(before).toMatchObject({ failuresInARow: 10 });
  });
});

describe("a webhook endpoint that is enabled again", () => {
  it("starts with clean health: one failure does not hold up the next event", async () => {
    const { as, path, endpoint, sent, deliver, later } = await aReceiver(
      () => new Response("", { status: 500 }),
    );
    await deliver(...Array.from({ length: 12 }, (_, at) => `old_${at}`));
    await passHours(later, 130);
    expect(await statusOf(endpoint.id)).toBe("disabled");
    expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
    const before = sent.length;
    await deliver("new_0", "new_1");
    await later(0);
    expect(sent.slice(before).map(({ headers }) => headers["webhook-id"])).toEqual([
      "new_0",
      "new_1",
    ]);
    expect(await statusOf(endpoint.id)).toBe("active");
  });

  it("delivers the next event, though its object was unreachable when it was enabled", async () => {
    let status = 410;
    const { tenantId, as, path, sent, ping, later } = await aReceiver(
      () => new Response("", { status }),
    );
    await ping();
    await later(0);
    status = 200;
    const cutOff = anIsolate(OUT_OF_REACH);
    expect((await cutOff("POST", `${path}/enable`, as)).status).toBe(500);
    const id = `evt_${crypto.randomUUID()}`;
    const data = { inspectionId: "insp_1", verdict: "phishing", score: 90, channel: "sms" };
    const event = { id, tenantId, type: "inspection.flagged", data, createdAt: Date.now() };
    await eventStatement(database(env), event);
    expect([...(await fanOut(env, [id], Date.now()))]).toEqual([]);
    await later(0);
    expect(sent.map(({ headers }) => headers["webhook-id"]).at(-1)).toBe(id);
  });
});

describe("two changes of a webhook endpoint at once", () => {
  it("leave the later change in force, in whatever order they reach the object", async () => {
    let status = 500;
    const { as, path, sent, deliver, later } = await aReceiver(() => new Response("", { status }));
    // A waiting event uses the settings the object has; a new delivery would bring the current ones along.
    await deliver("waiting");
    await later(0);
    status = 200;
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const objects = toldBy(async (id, config) => {
      reached.resolve();
      await held.promise;
      await env.WEBHOOK_ENDPOINT.get(id).configure(config);
    });
    const slow = anIsolate(objects);
    const first = slow("PATCH", path, as, { url: "http://localhost:9/first" });
    await reached.promise;
    const body = { url: "http://localhost:9/second" };
    expect((await call("PATCH", path, { as, body })).status).toBe(200);
    held.resolve();
    expect((await first).status).toBe(200);
    await later(HOUR_MS);
    expect(sent.map(({ url }) => url).slice(1)).toEqual(["http://localhost:9/second"]);
  });

  it("that both force a secret rotation: 200 for the first, 409 conflict for the overtaken one", async () => {
    const { path, as } = await aReceiver();
    const rotate = () => call("POST", `${path}/rotate-secret`, { as, body: { force: true } });
    let others: Promise<Response> | undefined;
    const DB = overtakenDatabase(async () => {
      others ??= rotate();
      await others;
    });
    const late = await anIsolate({ DB })("POST", `${path}/rotate-secret`, as, { force: true });
    expect([(await others)?.status, late.status]).toEqual([200, 409]);
    expect(await late.json()).toMatchObject({ error: "conflict", retryable: true });
  });

  it("that rotate the secret: 200 for one, whose secret signs, 409 for the rest", async () => {
    const { as, path, endpoint, sent, ping, later } = await aReceiver();
    const rotate = () => call("POST", `${path}/rotate-secret`, { as });
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    await ping();
    await later(0);
    const { secret } = await (made[0] as Response).json<{ secret: string }>();
    const [{ body, headers }] = sent as [Sent];
    for (const one of [endpoint.secret, secret]) new Webhook(one).verify(body, headers);
  });
});

describe("a change that is overtaken by the disabling of its endpoint", () => {
  it.each([true, false])("leaves the endpoint disabled (paused: %s)", async (paused) => {
    const { tenantId, endpoint } = await aReceiver();
    const { id } = endpoint;
    const row = await findEndpoint(database(env), tenantId, id);
    const end = { event_id: `evt_${id}`, reason: "The endpoint answered 410 Gone." };
    let overtaken = false;
    const DB = overtakenDatabase(async () => {
      if (overtaken) return;
      overtaken = true;
      const at = Date.now();
      await disableEndpoint(env, configOf(row as EndpointRow), { ...end, at });
    });
    const by = { subject: "token:x" } as Person;
    const where = { tenantId: claimedBySystem(tenantId), id };
    const place = { env: { ...env, DB }, platform: livePlatform, by, ...where };
    const told = await changeEndpoint(place, { paused, description: "x" }, "rampart.test");
    const left = { status: "disabled", disabledReason: end.reason, description: "x" };
    expect(told).toMatchObject(left);
    expect(await findEndpoint(database(env), tenantId, id)).toMatchObject(left);
  });
});

describe("changes of a webhook endpoint that are interrupted or overtaken", () => {
  const traces = async (tenantId: string, id: string) => {
    const rows = env.DB.prepare("SELECT action FROM audit_log WHERE tenant_id = ? AND target = ?");
    const { results } = await rows.bind(tenantId, id).all<{ action: string }>();
    return results.map(({ action }) => action);
  };

  it("a PATCH leaves one audit entry, though the endpoint's object was unreachable", async () => {
    const { tenantId, as, path, endpoint } = await aReceiver();
    const cutOff = anIsolate(OUT_OF_REACH);
    expect((await cutOff("PATCH", path, as, { paused: true })).status).toBe(500);
    expect(await statusOf(endpoint.id)).toBe("paused");
    expect(await traces(tenantId, endpoint.id)).toEqual(["webhook.created", "webhook.changed"]);
  });

  it("a PATCH that changes nothing leaves no trace, nor another time of change", async () => {
    const { tenantId, as, path, endpoint } = await aReceiver();
    const patch = async (body: object) => (await call("PATCH", path, { as, body })).json();
    const first = await patch({ description: "alarms", paused: true });
    expect(await patch({ description: "alarms", paused: true })).toEqual(first);
    expect(await traces(tenantId, endpoint.id)).toEqual(["webhook.created", "webhook.changed"]);
  });

  it("a PATCH to active switches on an endpoint that has switched itself off unseen", async () => {
    const { as, path, endpoint, sent, deliver, later } = await aReceiver();
    const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(endpoint.id));
    await runInDurableObject(stub, (_object, { storage }) => {
      storage.sql.exec("UPDATE config SET value = json_set(value, '$.active', json('false'))");
    });
    expect((await call("PATCH", path, { as, body: { paused: false } })).status).toBe(200);
    await deliver("after");
    await later(0);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["the endpoint's object was unreachable", OUT_OF_REACH],
    ["D1 was unreachable", { DB: deafDatabase({ done: false }) }],
  ])("a deletion is completed by the next try if %s", async (_case, bindings) => {
    let status = 500;
    const { tenantId, as, path, endpoint, sent, deliver, later } = await aReceiver(
      () => new Response("", { status }),
    );
    await deliver("waiting");
    await later(0);
    expect(sent).toHaveLength(1);
    expect((await anIsolate(bindings)("DELETE", path, as)).status).toBe(500);
    expect((await call("DELETE", path, { as })).status).toBe(204);
    expect((await call("DELETE", path, { as })).status).toBe(404);
    status = 200;
    await later(HOUR_MS);
    expect(sent).toHaveLength(1);
    expect(await traces(tenantId, endpoint.id)).toEqual(["webhook.created", "webhook.deleted"]);
  });

  it("a deletion during a call leaves no data of the call, and no audit entry of its 410", async () => {
    const out = { isHeld: true };
    const { tenantId, as, path, endpoint, stub, sent, ping, later } = await aReceiver(async () => {
      // Its own clock: nobody else may wake up an object.
      while (out.isHeld) await scheduler.wait(1);
      return new Response("gone", { status: 410 });
    });
    await ping();
    const calling = later(0);
    await expect.poll(() => sent).toHaveLength(1);
    expect((await call("DELETE", path, { as })).status).toBe(204);
    out.isHeld = false;
    await calling;
    const kept = await runInDurableObject(stub, (_object, { storage: { sql } }) =>
      ["deliveries", "attempts", "switch_off"].map(
        (table) => sql.exec(`SELECT count(*) AS n FROM ${table}`).one()["n"],
      ),
    );
    expect(kept).toEqual([0, 0, 0]);
    expect(await traces(tenantId, endpoint.id)).toEqual(["webhook.created", "webhook.deleted"]);
  });

  it("an event on its way to an endpoint that is deleted meanwhile is dropped", async () => {
    const { tenantId, as, path, endpoint, stub, sent, later } = await aReceiver();
    const row = await findEndpoint(database(env), tenantId, endpoint.id);
    expect((await call("DELETE", path, { as })).status).toBe(204);
    const event = { id: "late", type: "inspection.flagged", body: "{}", createdAt: Date.now() };
    const config = configOf(row as EndpointRow);
    await stub.deliver([event], config);
    expect(await stub.replayAll([event], { since: 0, before: 0 }, config)).toBe(0);
    await later(HOUR_MS);
    expect(sent).toEqual([]);
    expect(await stub.delivery("late")).toBeUndefined();
  });

  it("a change between the deletion of the object and of its row does not bring the endpoint back", async () => {
    const { tenantId, as, path, endpoint, stub, sent, later } = await aReceiver();
    let changed: EndpointRow | undefined;
    const overtaken = toldBy(async (id, config) => {
      await env.WEBHOOK_ENDPOINT.get(id).remove(config);
      expect((await call("PATCH", path, { as, body: { description: "b" } })).status).toBe(200);
      changed = await findEndpoint(database(env), tenantId, endpoint.id);
    });
    expect((await anIsolate(overtaken)("DELETE", path, as)).status).toBe(204);
    expect(await statusOf(endpoint.id)).toBeNull();
    const event = { id: "late", type: "inspection.flagged", body: "{}", createdAt: Date.now() };
    await stub.deliver([event], configOf(changed as EndpointRow));
    await later(HOUR_MS);
    expect(sent).toEqual([]);
    expect(await stub.delivery("late")).toBeUndefined();
  });
});
