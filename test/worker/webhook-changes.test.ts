import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import { eventStatement } from "../../src/tenants/index.ts";
import type { EndpointConfig } from "../../src/webhooks/delivery/delivery-store.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const HOUR_MS = 3_600_000;

/** The app of an isolate whose endpoint objects are told of changes as the test says. */
function anIsolate(configure: (id: DurableObjectId, config: EndpointConfig) => Promise<void>) {
  const real = env.WEBHOOK_ENDPOINT;
  const objects = {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) => ({
      configure: (config: EndpointConfig) => configure(id, config),
    }),
  };
  const bindings = { WEBHOOK_ENDPOINT: objects as unknown as Cloudflare.Env["WEBHOOK_ENDPOINT"] };
  const { request } = anApp({}, bindings);
  return (method: string, path: string, as: string, body?: object) =>
    request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

async function statusOf(id: string): Promise<unknown> {
  const row = env.DB.prepare("SELECT status FROM webhook_endpoints WHERE id = ?").bind(id);
  return row.first("status");
}

describe("an endpoint that is switched on again", () => {
  it("begins with clean health: the next failure is its first", async () => {
    const { as, path, endpoint, sent, deliver, later } = await aReceiver(
      () => new Response("", { status: 500 }),
    );
    await deliver(...Array.from({ length: 12 }, (_, at) => `old_${at}`));
    for (let hour = 0; hour < 130; hour += 1) await later(HOUR_MS);
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

  it("hears of it with the next event where its object was out of reach", async () => {
    let status = 410;
    const { tenantId, as, path, sent, ping, later } = await aReceiver(
      () => new Response("", { status }),
    );
    await ping();
    await later(0);
    status = 200;
    const cutOff = anIsolate(() => Promise.reject(new Error("gone")));
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

describe("two changes of an endpoint", () => {
  it("leave the later one, in whatever order they reach its object", async () => {
    const { as, path, sent, ping, later } = await aReceiver();
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const slow = anIsolate(async (id, config) => {
      reached.resolve();
      await held.promise;
      await env.WEBHOOK_ENDPOINT.get(id).configure(config);
    });
    const first = slow("PATCH", path, as, { url: "http://localhost:9/first" });
    await reached.promise;
    const body = { url: "http://localhost:9/second" };
    expect((await call("PATCH", path, { as, body })).status).toBe(200);
    held.resolve();
    expect((await first).status).toBe(200);
    await ping();
    await later(0);
    expect(sent.map(({ url }) => url)).toEqual(["http://localhost:9/second"]);
  });
});
