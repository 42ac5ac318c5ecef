import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { configOf } from "../../src/webhooks/endpoints/object-of.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { anApp } from "../support/app.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const WRONG = { ENVIRONMENT: "production", WEBHOOKS_ALLOW: "http://localhost:*" };

/** A receiver whose object's environment a test changes. */
async function aSetReceiver(...given: Parameters<typeof aReceiver>) {
  const receiver = await aReceiver(...given);
  const setting = (values: object) =>
    runInDurableObject(receiver.stub, (object: WebhookEndpoint) => {
      const own = object as unknown as { env: Cloudflare.Env };
      own.env = { ...own.env, ...values };
    });
  return { ...receiver, setting };
}

describe("WEBHOOKS_ALLOW in a production environment", () => {
  it("503 for every webhook route, with the reason in the log", async () => {
    const { path, as, endpoint } = await aReceiver();
    const list = path.slice(0, -endpoint.id.length - 1);
    const { request, lines } = anApp({}, WRONG);
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const ask = (method: string, at: string, body?: object) =>
      request(`http://rampart.test${at}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const answers = [
      await ask("GET", list),
      await ask("GET", path),
      await ask("PATCH", path, { paused: true }),
      await ask("POST", `${path}/enable`),
      await ask("POST", `${path}/ping`),
      await ask("POST", `${path}/rotate-secret`, {}),
      await ask("POST", `${path}/replay`, { eventId: "evt_1" }),
      await ask("GET", `${path}/deliveries`),
      await ask("POST", list, { url: "https://hooks.acme.com/", events: ["ping"] }),
      await ask("DELETE", path),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: "error",
        event: "webhooks_misconfigured",
        reason: 'WEBHOOKS_ALLOW must be empty where ENVIRONMENT is "production".',
      }),
    );
  });

  it("holds due events until the setting is corrected", async () => {
    const { setting, sent, ping, later, log } = await aSetReceiver();
    await setting(WRONG);
    await ping();
    await later(0);
    expect(sent).toEqual([]);
    expect(await log()).toMatchObject({ items: [{ state: "pending", attempts: [] }] });
    await setting({ ENVIRONMENT: "test" });
    await later(30_000);
    expect(sent).toHaveLength(1);
  });
  it("does not move retries that are due later", async () => {
    const busy = () => new Response("busy", { status: 503 });
    const { setting, sent, ping, later } = await aSetReceiver(busy);
    const first = await ping();
    await later(0);
    await later(5_000);
    await setting(WRONG);
    const second = await ping();
    await later(0);
    await setting({ ENVIRONMENT: "test" });
    await later(30_000);
    const ids = () => sent.map(({ headers }) => headers["webhook-id"]);
    expect(ids()).toEqual([first, first, second]);
    await later(5 * 60_000 - 30_000);
    expect(ids().filter((id) => id === first)).toHaveLength(3);
  });
});

describe("a fault of the product's own in a webhook delivery", () => {
  it("delays it by half a minute without an attempt, if the secrets cannot be opened", async () => {
    const { tenantId, endpoint, stub, sent, ping, later, log } = await aReceiver();
    const row = await findEndpoint(database(env), tenantId, endpoint.id);
    if (row === undefined) throw new Error("the endpoint is gone");
    const config = configOf(row);
    const secrets = config.secrets.map((one) => ({ ...one, sealed: "none" }));
    await stub.configure({ ...config, secrets, version: config.version + 1 });
    await ping();
    await later(0);
    const now = await runInDurableObject(stub, (object: WebhookEndpoint) => object.clock());
    expect(await stub.condition()).toMatchObject({ waiting: 1, nextAt: now + 30_000, failures: 0 });
    expect(await log()).toMatchObject({ items: [{ state: "pending", attempts: [] }] });
    await stub.configure({ ...config, version: config.version + 2 });
    await later(30_000);
    expect(sent).toHaveLength(1);
  });

  it("delays it by half a minute without an attempt, if the signing key is broken", async () => {
    const { setting, stub, sent, ping, later, log } = await aSetReceiver();
    await setting({ WEBHOOK_SIGNING_KEY: "none" });
    await ping();
    await later(0);
    const now = await runInDurableObject(stub, (object: WebhookEndpoint) => object.clock());
    expect(await stub.condition()).toMatchObject({ waiting: 1, nextAt: now + 30_000, failures: 0 });
    expect(await log()).toMatchObject({ items: [{ state: "pending", attempts: [] }] });
    await setting({ WEBHOOK_SIGNING_KEY: env.WEBHOOK_SIGNING_KEY });
    await later(30_000);
    expect(sent).toHaveLength(1);
  });
});
