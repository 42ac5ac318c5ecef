import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anApp } from "../support/app.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const WRONG = { ENVIRONMENT: "production", WEBHOOKS_ALLOW: "http://localhost:*" };

describe("a deployed environment that lets private addresses through", () => {
  it("503 for everything about webhooks, and a line in the log says why", async () => {
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

  it("what is due waits, and goes when the setting is right again", async () => {
    const { stub, sent, ping, later, log } = await aReceiver();
    const setting = (values: object) =>
      runInDurableObject(stub, (object: WebhookEndpoint) => {
        const own = object as unknown as { env: Cloudflare.Env };
        own.env = { ...own.env, ...values };
      });
    await setting(WRONG);
    await ping();
    await later(0);
    expect(sent).toEqual([]);
    expect(await log()).toMatchObject({ items: [{ state: "pending", attempts: [] }] });
    await setting({ ENVIRONMENT: "test" });
    await later(30_000);
    expect(sent).toHaveLength(1);
  });
});
