import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { expectDescribedEvents } from "../support/described-events.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aReceiver, passHours } from "../support/webhook-endpoint.ts";

const HOUR_MS = 3_600_000;

/** A moment as an HTTP date. */
function dateIn(ms: number): string {
  return new Date(Date.now() + ms).toUTCString();
}

/** The test's D1, which does what is asked but whose answers are lost. */
function deafDatabase(): D1Database {
  const batch = async (statements: D1PreparedStatement[]) => {
    await env.DB.batch(statements);
    throw new Error("no answer came");
  };
  return { prepare: (query: string) => env.DB.prepare(query), batch } as unknown as D1Database;
}

async function statusOf(path: string): Promise<unknown> {
  const id = path.slice(path.lastIndexOf("/") + 1);
  const row = env.DB.prepare("SELECT status FROM webhook_endpoints WHERE id = ?").bind(id);
  return row.first("status");
}

/** The ids of the disabled endpoints, one for each event about it. */
async function disabledEvents(tenantId: string): Promise<unknown[]> {
  const rows = env.DB.prepare(
    `SELECT data ->> 'endpointId' AS id FROM tenant_events
     WHERE tenant_id = ? AND type = 'endpoint.disabled'`,
  ).bind(tenantId);
  return (await rows.all()).results.map(({ id }) => id);
}

describe("webhook delivery", () => {
  it("retries a failure on schedule with the same id and body, and logs each attempt", async () => {
    let up = false;
    const { sent, ping, later, log } = await aReceiver(() =>
      up ? new Response("thanks") : new Response("busy", { status: 503 }),
    );
    const eventId = await ping();
    await later(0);
    await later(4_000);
    expect(sent).toHaveLength(1);
    await later(1_000);
    expect(sent).toHaveLength(2);
    up = true;
    await later(5 * 60_000);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(await log()).toMatchObject({
      total: 1,
      items: [
        {
          eventId,
          state: "delivered",
          attempts: [
            { status: 503, error: "http", response: "busy", nextAt: expect.any(String) },
            { status: 503, error: "http" },
            { status: 200, response: "thanks" },
          ],
        },
      ],
    });
  });

  it.each([
    ["a redirect", () => new Response("", { status: 302, headers: { location: "http://x.test" } })],
    ["a failing answer", () => new Response("no", { status: 500 })],
    ["no answer", () => Promise.reject(new Error("connection refused"))],
  ])("fails for good after ten attempts that get %s", async (_case, answer) => {
    const { sent, ping, later, log } = await aReceiver(answer);
    await ping();
    for (let at = 0; at < 12; at += 1) await later(25 * HOUR_MS);
    expect(sent).toHaveLength(10);
    expect(await log()).toMatchObject({ items: [{ state: "failed" }] });
  });

  it("logs 1,024 bytes, not characters, of a receiver's answer", async () => {
    const { ping, later, log } = await aReceiver(() => new Response("€".repeat(2_000)));
    await ping();
    await later(0);
    const item = { state: "delivered", attempts: [{ response: "€".repeat(1_024 / 3) }] };
    expect(await log()).toMatchObject({ items: [item] });
  });

  it.each([
    ["200 counts as delivered, and is sent once", 200, { state: "delivered" }, { status: 200 }],
    ["503 is logged as an HTTP error with its status", 503, {}, { status: 503, error: "http" }],
  ])(
    "goes by the status if the body of the answer breaks off: %s",
    async (_case, status, delivery, attempt) => {
      const { sent, ping, later, log } = await aReceiver(() => {
        let isFirst = true;
        const pull = (controller: ReadableStreamDefaultController) => {
          if (!isFirst) return controller.error(new Error("connection reset"));
          isFirst = false;
          return controller.enqueue(new TextEncoder().encode("so far"));
        };
        return new Response(new ReadableStream({ pull }), { status });
      });
      await ping();
      await later(0);
      const item = { ...delivery, attempts: [{ ...attempt, response: "so far" }] };
      expect(await log()).toMatchObject({ items: [item] });
      if (status !== 200) return;
      await later(HOUR_MS);
      expect(sent).toHaveLength(1);
    },
  );

  it.each([
    ["seconds", () => "3600", HOUR_MS],
    ["a date", () => dateIn(HOUR_MS), HOUR_MS],
    ["more seconds than a day has", () => "260000", 24 * HOUR_MS],
    ["a date after more than a day", () => dateIn(72 * HOUR_MS), 24 * HOUR_MS],
    ["a date in the past", () => dateIn(-HOUR_MS), 5_000],
    ["neither seconds nor a date", () => "in 2199", 5_000],
  ])("retries by a Retry-After of %s, at most a day later", async (_case, retryAfter, wait) => {
    const { sent, ping, later } = await aReceiver(
      () => new Response("", { status: 429, headers: { "retry-after": retryAfter() } }),
    );
    await ping();
    await later(0);
    await later(wait - 2_000);
    expect(sent).toHaveLength(1);
    await later(60_000);
    expect(sent).toHaveLength(2);
  });

  it("410 disables the endpoint, fails its other deliveries and writes an endpoint.disabled event", async () => {
    const { tenantId, as, path, endpoint, deliver, ping, later, log } = await aReceiver(
      ({ headers }) => new Response("", { status: headers["webhook-id"] === "one" ? 500 : 410 }),
    );
    await deliver("one");
    await ping();
    await later(0);
    // No attempt of a failed delivery names a next one.
    const { items } = await log<{ items: { state: string; attempts: object[] }[] }>();
    expect(items.map(({ state }) => state)).toEqual(["failed", "failed"]);
    for (const { attempts } of items)
      expect(attempts).toEqual([expect.not.objectContaining({ nextAt: expect.anything() })]);
    const list = await (await call("GET", path.slice(0, path.lastIndexOf("/")), { as })).json();
    expect(list).toMatchObject({ items: [{ status: "disabled" }] });
    const { results } = await env.DB.prepare(
      "SELECT data FROM tenant_events WHERE tenant_id = ? AND type = 'endpoint.disabled'",
    )
      .bind(tenantId)
      .all<{ data: string }>();
    expect(results.map(({ data }) => JSON.parse(data) as object)).toEqual([
      {
        endpointId: endpoint.id,
        host: "localhost:9",
        reason: "The endpoint answered 410 Gone.",
      },
    ]);
    await expectDescribedEvents(tenantId);
    const back = await call("POST", `${path}/enable`, { as });
    expect(await back.json()).toMatchObject({ status: "active", disabledReason: null });
  });

  it.each([
    ["cannot be written", dyingDatabase(0)],
    ["is written but never answers", deafDatabase()],
  ])("410 disables the endpoint with one event once D1 is back, if D1 %s", async (_case, DB) => {
    let object: WebhookEndpoint | undefined;
    const { tenantId, path, endpoint, stub, sent, deliver, ping, later } = await aReceiver(() => {
      Object.assign(object ?? {}, { env: { ...env, DB } });
      return new Response("", { status: 410 });
    });
    await runInDurableObject(stub, (found: WebhookEndpoint) => {
      object = found;
    });
    await ping();
    await later(0);
    // D1 still has the endpoint active, and so do events handed over from there.
    await deliver("late");
    await later(0);
    expect(sent).toHaveLength(1);
    Object.assign(object ?? {}, { env });
    await later(30_000);
    await later(30_000);
    expect(await statusOf(path)).toBe("disabled");
    expect(await disabledEvents(tenantId)).toEqual([endpoint.id]);
  });

  it("410 to three deliveries of one batch disables the endpoint once", async () => {
    const { tenantId, path, endpoint, deliver, sent, later } = await aReceiver(
      () => new Response("", { status: 410 }),
    );
    await deliver("one", "two", "three");
    await later(0);
    await later(HOUR_MS);
    expect(sent).toHaveLength(3);
    expect(await statusOf(path)).toBe("disabled");
    expect(await disabledEvents(tenantId)).toEqual([endpoint.id]);
  });

  it("gives a constantly failing endpoint a probe now and then, and disables it after five days", async () => {
    const { as, path, sent, ping, later } = await aReceiver(
      () => new Response("", { status: 500 }),
    );
    for (let at = 0; at < 12; at += 1) await ping();
    for (let at = 0; at < 4; at += 1) await later(0);
    const before = sent.length;
    expect(before).toBeLessThanOrEqual(12);
    await later(4 * 60_000);
    expect(sent.length - before).toBeLessThanOrEqual(1);
    await passHours(later, 130);
    const list = await (await call("GET", path.slice(0, path.lastIndexOf("/")), { as })).json();
    expect(list).toMatchObject({ items: [{ status: "disabled" }] });
  });

  it("holds new and replayed events of a failing endpoint until a probe with the oldest succeeds", async () => {
    let up = false;
    const { as, path, deliver, sent, ping, later } = await aReceiver(
      () => new Response("", { status: up ? 200 : 500 }),
    );
    const idsFrom = (at: number) => sent.slice(at).map(({ headers }) => headers["webhook-id"]);
    await deliver(...Array.from({ length: 12 }, (_, at) => `old_${at}`));
    await later(0);
    const before = 10;
    expect(sent).toHaveLength(before);
    for (let at = 0; at < 30; at += 1) {
      await later(1_000);
      await deliver(`new_${at}`);
    }
    const replay = await call("POST", `${path}/replay`, { as, body: { eventId: "new_0" } });
    expect(await replay.json()).toEqual({ events: 1 });
    await later(0);
    expect(sent).toHaveLength(before);

    await later(5 * 60_000 - 30_000 - 1_000);
    expect(sent).toHaveLength(before);
    await later(1_000);
    expect(idsFrom(before)).toEqual(["old_0"]);
    await later(9 * 60_000);
    expect(sent).toHaveLength(before + 1);
    const pinged = await ping();
    await later(0);
    expect(idsFrom(before + 1)).toEqual([pinged]);
    await deliver("newest");
    await later(0);
    expect(sent).toHaveLength(before + 2);

    up = true;
    await later(HOUR_MS);
    expect(idsFrom(before + 2)[0]).toBe("old_0");
    expect(new Set(idsFrom(before + 2)).size).toBe(12 + 30 + 1 + 1);
  });

  it("does not move the next probe of a failing endpoint when pings fail", async () => {
    const { deliver, sent, ping, later } = await aReceiver(() => new Response("", { status: 500 }));
    await deliver(...Array.from({ length: 12 }, (_, at) => `old_${at}`));
    await later(0);
    expect(sent).toHaveLength(10);
    for (let at = 0; at < 3; at += 1) {
      await ping();
      await later(0);
    }
    expect(sent).toHaveLength(13);
    await later(5 * 60_000 - 1);
    expect(sent).toHaveLength(13);
    await later(1);
    expect(sent).toHaveLength(14);
  });

  it("releases the waiting events of a failing endpoint at once when a ping succeeds", async () => {
    let up = false;
    const { deliver, sent, ping, later } = await aReceiver(
      () => new Response("", { status: up ? 200 : 500 }),
    );
    await deliver(...Array.from({ length: 12 }, (_, at) => `old_${at}`));
    await later(0);
    expect(sent).toHaveLength(10);
    up = true;
    await ping();
    await later(0);
    expect(sent).toHaveLength(10 + 1 + 2);
    await later(5_000);
    expect(sent).toHaveLength(10 + 1 + 12);
  });
});

describe("POST .../webhooks/{id}/ping", () => {
  it("429 with Retry-After for the twenty-first ping within a minute, which is not logged", async () => {
    const { as, path, ping, later, log } = await aReceiver();
    for (let at = 0; at < 20; at += 1) await ping();
    const refused = await call("POST", `${path}/ping`, { as });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: "rate_limited" });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(65);
    expect(await log()).toMatchObject({ total: 20 });
    await later(120_000);
    await ping();
  });

  it("409 while the endpoint is paused or disabled, and no refused ping is sent later", async () => {
    let status = 410;
    const { as, path, sent, deliver, ping, later } = await aReceiver(
      () => new Response(null, { status }),
    );
    const refused = async () => {
      const answer = await call("POST", `${path}/ping`, { as });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ error: "endpoint_inactive" });
    };
    await call("PATCH", path, { as, body: { paused: true } });
    await refused();
    await call("PATCH", path, { as, body: { paused: false } });
    await later(60_000);
    expect(sent).toEqual([]);
    await deliver("evt_1");
    await later(0);
    await refused();
    status = 200;
    await call("POST", `${path}/enable`, { as });
    await later(60_000);
    expect(sent).toHaveLength(1);
    await ping();
    await later(0);
    expect(sent).toHaveLength(2);
  });

  it("429 with the seconds left, until exactly a minute after the first of twenty pings", async () => {
    const { as, path, stub } = await aReceiver();
    const made = Date.now();
    const { request } = anApp({ now: () => made });
    const headers = { authorization: `Bearer ${as}` };
    const pingAt = async (now: number) => {
      await runInDurableObject(stub, (object: WebhookEndpoint) => {
        object.clock = () => now;
      });
      const answer = await request(`${path}/ping`, { method: "POST", headers });
      return [answer.status, answer.headers.get("retry-after")];
    };
    for (let at = 0; at < 20; at += 1) expect(await pingAt(made)).toEqual([202, null]);
    expect(await pingAt(made + 20_000)).toEqual([429, "40"]);
    expect(await pingAt(made + 59_999)).toEqual([429, "1"]);
    expect(await pingAt(made + 60_000)).toEqual([202, null]);
  });
});
