import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { DeliveryLog } from "../../src/webhooks/delivery/delivery-log.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { call } from "../support/call.ts";
import { expectDescribedEvents } from "../support/described-events.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aReceiver, passHours } from "../support/webhook-endpoint.ts";

const HOUR_MS = 3_600_000;
const HALF = 60;

type Receiver = Awaited<ReturnType<typeof aReceiver>>;

/** The events that warn the tenant's other endpoints, in the order of time. */
async function warningsOf(tenantId: string) {
  const { results } = await env.DB.prepare(
    `SELECT data FROM tenant_events WHERE tenant_id = ? AND type = 'endpoint.failing'
     ORDER BY created_at`,
  )
    .bind(tenantId)
    .all<{ data: string }>();
  if (results.length > 0) await expectDescribedEvents(tenantId);
  return results.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
}

async function percentsOf(tenantId: string) {
  return (await warningsOf(tenantId)).map(({ percent }) => percent);
}

/** Twelve events, so that each probe has one to try for longer than five days. */
async function fail({ deliver, later }: Receiver, hours: number): Promise<void> {
  await deliver(...Array.from({ length: 12 }, (_, at) => `one_${at}`));
  await passHours(later, hours);
}

const broken = () => new Response("", { status: 500 });

describe("a failing webhook endpoint that is going to be disabled", () => {
  it("is warned of at 50, 70 and 90 percent of the way, once each, with the time of its disabling", async () => {
    // The path of a URL is often a receiver's secret, so other endpoints get the host only.
    const receiver = await aReceiver(broken, { url: "http://localhost:9/token-a1b2c3" });
    const { tenantId, as, path, endpoint } = receiver;
    await fail(receiver, HALF - 2);
    expect(await warningsOf(tenantId)).toEqual([]);
    for (let hour = 0; hour < 4; hour += 1) await receiver.later(HOUR_MS);
    const health = await (await call("GET", `${path}/health`, { as })).json<object>();
    expect(await warningsOf(tenantId)).toEqual([
      {
        endpointId: endpoint.id,
        host: "localhost:9",
        percent: 50,
        failingSince: (health as { failingSince: string }).failingSince,
        switchedOffAfter: (health as { switchedOffAfter: string }).switchedOffAfter,
      },
    ]);
    await passHours(receiver.later, 70);
    expect(await percentsOf(tenantId)).toEqual([50, 70, 90]);
    const query = `tenantId=${tenantId}&action=webhook.failing`;
    const log = await (await call("GET", `/admin/audit?${query}`, { as })).json();
    expect(log).toMatchObject({
      items: [
        { target: endpoint.id, detail: { percent: 90 } },
        { target: endpoint.id, detail: { percent: 70 } },
        { target: endpoint.id, detail: { percent: 50 } },
      ],
    });
  });

  it("is warned of again if it fails again after a success", async () => {
    let up = false;
    const receiver = await aReceiver(() => (up ? new Response("ok") : broken()));
    await fail(receiver, HALF + 2);
    up = true;
    for (let hour = 0; hour < 3; hour += 1) await receiver.later(HOUR_MS);
    up = false;
    await receiver.deliver(...Array.from({ length: 12 }, (_, at) => `two_${at}`));
    await passHours(receiver.later, HALF + 2);
    expect(await percentsOf(receiver.tenantId)).toEqual([50, 50]);
  });

  it("is warned of once, after D1 is back", async () => {
    const receiver = await aReceiver(broken);
    await fail(receiver, HALF - 2);
    await runInDurableObject(receiver.stub, (object: WebhookEndpoint) => {
      Object.assign(object, { env: { ...env, DB: dyingDatabase(0) } });
    });
    for (let hour = 0; hour < 4; hour += 1) await receiver.later(HOUR_MS);
    expect(await percentsOf(receiver.tenantId)).toEqual([]);
    await runInDurableObject(receiver.stub, (object: WebhookEndpoint) => {
      Object.assign(object, { env });
    });
    await receiver.later(30_000);
    await receiver.later(30_000);
    expect(await percentsOf(receiver.tenantId)).toEqual([50]);
  });

  it("gets no warning about itself, but the tenant's other endpoints do", async () => {
    const receiver = await aReceiver(broken, {
      events: ["inspection.flagged", "endpoint.failing"],
    });
    const { as, path, tenantId, sent } = receiver;
    const body = { url: "http://localhost:9/other", events: ["endpoint.failing"] };
    const made = await call("POST", path.slice(0, path.lastIndexOf("/")), { as, body });
    const { id } = await made.json<{ id: string }>();
    await fail(receiver, HALF + 2);
    const { fanOut } = await import("../../src/webhooks/fan-out.ts");
    const { results } = await env.DB.prepare("SELECT id FROM tenant_events WHERE tenant_id = ?")
      .bind(tenantId)
      .all<{ id: string }>();
    await fanOut(
      env,
      results.map((row) => row.id),
      Date.now(),
    );
    const other = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(id));
    expect((await other.deliveries(10, 0)).items).toMatchObject([{ type: "endpoint.failing" }]);
    expect(sent.filter(({ body: text }) => text.includes("endpoint.failing"))).toEqual([]);
    await call("DELETE", `${path.slice(0, path.lastIndexOf("/"))}/${id}`, { as });
  });
});

describe("the log of webhook attempts", () => {
  it("holds the signed headers of each call, which verify with a receiver's library", async () => {
    const { endpoint, sent, ping, later, log } = await aReceiver(broken);
    await ping();
    await later(0);
    await later(5_000);
    const { items } = await log<{
      items: { attempts: { signedHeaders: Record<string, string> }[] }[];
    }>();
    const kept = items[0]?.attempts.map(({ signedHeaders }) => signedHeaders) ?? [];
    expect(kept).toHaveLength(2);
    for (const [at, headers] of kept.entries()) {
      expect(sent[at]?.headers).toMatchObject(headers);
      expect(Object.keys(headers)).toContain("webhook-signature");
      new Webhook(endpoint.secret).verify(sent[at]?.body ?? "", headers);
    }
  });

  it("holds no signed headers for a call that was not made, and for attempts of older versions", async () => {
    const { stub, deliver, later, log, path, as } = await aReceiver();
    await runInDurableObject(stub, (object: WebhookEndpoint, { storage }) => {
      storage.sql.exec("DROP TABLE attempts");
      storage.sql.exec(
        `CREATE TABLE attempts (event_id TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER,
           ms INTEGER NOT NULL, error TEXT, response TEXT, next_at INTEGER)`,
      );
      storage.sql.exec("INSERT INTO attempts VALUES ('old', 1, 500, 5, 'http', 'x', NULL)");
      // The log of an object that starts over this table.
      new DeliveryLog(storage.sql).createTables();
      Object.assign(object, { env: { ...env, WEBHOOKS_ALLOW: "" } });
    });
    await deliver("old");
    await later(0);
    expect(await log()).toMatchObject({ items: [{ attempts: [{ error: "http" }, {}] }] });
    const page = await (await call("GET", `${path}/deliveries`, { as })).text();
    expect(page).not.toContain("signedHeaders");
  });
});
