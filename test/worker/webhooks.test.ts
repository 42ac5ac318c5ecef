import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import { eventStatement, waitingEvents } from "../../src/tenants/index.ts";
import { signMessage } from "../../src/webhooks/sign/sign-message.ts";
import { publicKeys, signingPair } from "../../src/webhooks/sign/signing-pair.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { announce } from "../support/announce.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import {
  aReceiver,
  closeAfterwards,
  type Endpoint,
  type Sent,
} from "../support/webhook-endpoint.ts";

const HOUR_MS = 3_600_000;
/** Time for queues and alarms, on a machine that may be busy. */
const SOON = { timeout: 20_000 };

function only(sent: Sent[]): Sent {
  expect(sent).toHaveLength(1);
  return sent[0] as Sent;
}

describe("POST /admin/tenants/{tenantId}/webhooks", () => {
  it("201 shows the secret once; the list and the database do not hold it in clear", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const list = `/admin/tenants/${tenantId}/webhooks`;
    const body = { url: "http://localhost:9/hook", events: ["ping"] };
    const made = await call("POST", list, { as, body });
    expect(made.status).toBe(201);
    const endpoint = await made.json<Endpoint>();
    expect(endpoint).toMatchObject(body);
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const seen = await (await call("GET", list, { as })).text();
    expect(seen).toContain(endpoint.id);
    expect(seen).not.toContain(endpoint.secret);
    const { results } = await env.DB.prepare("SELECT secrets FROM webhook_endpoints WHERE id = ?")
      .bind(endpoint.id)
      .all();
    expect(JSON.stringify(results)).toContain("fe1.1.");
    expect(JSON.stringify(results)).not.toContain(endpoint.secret.slice(6, 30));
  });

  it("POST and PATCH keep each event, verdict and channel once; 400 for a URL too long when encoded", async () => {
    const { path, as } = await aReceiver();
    const doubled = {
      events: ["ping", "inspection.flagged", "ping"],
      filter: { verdicts: ["spam", "spam"], channels: ["sms", "email", "sms"] },
    };
    const once = {
      events: ["ping", "inspection.flagged"],
      filter: { verdicts: ["spam"], channels: ["sms", "email"] },
    };
    const list = path.slice(0, path.lastIndexOf("/"));
    const made = await call("POST", list, {
      as,
      body: { url: "http://localhost:9/hook", ...doubled },
    });
    expect(await made.json()).toMatchObject(once);
    const changed = await call("PATCH", path, { as, body: doubled });
    expect(await changed.json()).toMatchObject(once);
    // Characters that take six letters each when encoded do not get around the bound of a URL.
    const long = { url: "http://localhost:9/".padEnd(400, "ñ") };
    const refused = await call("PATCH", path, { as, body: long });
    expect(await refused.json()).toMatchObject({ statusCode: 400, details: [{ path: "url" }] });
  });

  it("GET by id shows the endpoint as the list does; 404 for another tenant and an unknown id", async () => {
    const { endpoint, path, as } = await aReceiver();
    const read = await call("GET", path, { as });
    expect(read.status).toBe(200);
    const one = await read.json<Endpoint>();
    const list = path.slice(0, path.lastIndexOf("/"));
    expect(await (await call("GET", list, { as })).json()).toMatchObject({ items: [one] });
    expect(one.id).toBe(endpoint.id);
    expect(one).not.toHaveProperty("secret");
    const stranger = await aMember(await aTenant());
    expect((await call("GET", path, { as: stranger })).status).toBe(404);
    expect((await call("GET", `${list}/wh_0000000000000000`, { as })).status).toBe(404);
  });

  it.each([
    "http://hooks.example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost/",
    "https://localhost./",
    "https://intranet/",
    "https://db.internal/",
    "https://printer.local./",
    "https://x.workers.dev/",
    "https://rampart.test/",
    "https://user:pass@hooks.example.com/",
    "https://hooks.example.com:22/",
    "https://hooks.example.com/#part",
    "ftp://hooks.example.com/",
    "javascript:alert(1)",
    "not a url",
    "http://localhost.evil.example:80/",
  ])("400 for %s", async (url) => {
    const tenantId = await aTenant();
    const body = { url, events: ["ping"] };
    const as = await aMember(tenantId);
    const answer = await call("POST", `/admin/tenants/${tenantId}/webhooks`, { as, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: "url" }] });
  });

  it("409 for the twenty-first endpoint, 403 without the permission, 404 for another tenant", async () => {
    const { tenantId, as, endpoint } = await aReceiver();
    const path = `/admin/tenants/${tenantId}/webhooks`;
    const body = { url: "http://localhost:9/", events: ["ping"] };
    const columns = `tenant_id, url, events, filter, secrets, status, created_by, created_at,
      updated_at`;
    await env.DB.prepare(
      `INSERT INTO webhook_endpoints (id, ${columns})
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 18)
       SELECT id || i, ${columns} FROM webhook_endpoints, n WHERE id = ?`,
    )
      .bind(endpoint.id)
      .run();
    expect((await call("POST", path, { as, body })).status).toBe(201);
    expect((await call("POST", path, { as, body })).status).toBe(409);
    const viewer = await aMember(tenantId, "viewer");
    expect((await call("POST", path, { as: viewer, body })).status).toBe(403);
    const stranger = await aMember(await aTenant());
    expect((await call("POST", path, { as: stranger, body })).status).toBe(404);
  });
});

describe("a webhook delivery", () => {
  it("verifies with the Standard Webhooks package, and by Ed25519 with the published key", async () => {
    const { endpoint, sent, ping, later } = await aReceiver();
    const eventId = await ping();
    await later(0);
    const { body, headers } = only(sent);
    const payload = new Webhook(endpoint.secret).verify(body, headers);
    expect(payload).toMatchObject({ type: "ping", data: { endpointId: endpoint.id } });
    expect(headers["webhook-id"]).toBe(eventId);

    const published = await call("GET", "/.well-known/webhook-keys.json");
    expect(published.headers.get("cache-control")).toBe("public, max-age=3600");
    const [jwk] = (await published.json<{ keys: [JsonWebKey] }>()).keys;
    expect(headers["webhook-key-id"]).toBe(Reflect.get(jwk, "kid"));
    expect(jwk).not.toHaveProperty("d");
    const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
    const v1a = headers["webhook-signature"]?.split(" v1a,")[1] ?? "";
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = Uint8Array.from(Buffer.from(v1a, "base64"));
    const data = new TextEncoder().encode(signed);
    expect(await crypto.subtle.verify("Ed25519", key, signature, data)).toBe(true);

    const unkeyed = { ...env, WEBHOOK_SIGNING_KEY: "" };
    expect(publicKeys(unkeyed)).toEqual({ keys: [] });
    const alone = await signMessage("a", 1, "{}", [endpoint.secret], await signingPair(unkeyed));
    expect(alone["webhook-signature"]).toMatch(/^v1,[^ ]+$/);
    expect(alone).not.toHaveProperty("webhook-key-id");
  });

  it.each([301, 302, 303, 307, 308])("does not follow a redirect with %i", async (status) => {
    const headers = { location: "http://169.254.169.254/latest/meta-data/" };
    const { sent, ping, later, log } = await aReceiver(
      () => new Response(null, { status, headers }),
    );
    await ping();
    await later(0);
    // The runtime's fetch would follow a redirect; the test plays it.
    expect(only(sent)).toMatchObject({ url: "http://localhost:9/hook", redirect: "manual" });
    expect(await log()).toMatchObject({
      items: [{ state: "pending", attempts: [{ status, error: "redirect" }] }],
    });
  });

  it("is signed by two secrets while a rotation overlaps, by one afterwards", async () => {
    const { as, path, endpoint, sent, ping, later } = await aReceiver();
    const rotate = (body: object) => call("POST", `${path}/rotate-secret`, { as, body });
    const answer = await rotate({ overlapSeconds: 3_600 });
    const { secret } = await answer.json<{ secret: string }>();
    expect((await rotate({})).status).toBe(409);
    await ping();
    await later(0);
    const { body, headers } = only(sent);
    for (const one of [endpoint.secret, secret]) new Webhook(one).verify(body, headers);
    await later(HOUR_MS + 1000);
    await ping();
    await later(0);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  });

  it("is replayed by event id or by time under the same id", async () => {
    const { as, path, sent, ping, later } = await aReceiver();
    const ids = [await ping(), await ping()];
    await later(0);
    expect(sent).toHaveLength(2);
    const replay = async (body: object) =>
      (await call("POST", `${path}/replay`, { as, body })).json();
    expect(await replay({ eventId: ids[0] })).toEqual({ events: 1 });
    await later(0);
    expect(sent.at(-1)?.headers["webhook-id"]).toBe(ids[0]);
    expect(await replay({ since: "2020-01-01T00:00:00Z" })).toEqual({ events: 2 });
    await later(0);
    expect(sent).toHaveLength(5);
  });
});

describe("a tenant event for webhooks", () => {
  const realFetch = globalThis.fetch;
  /** Endpoints of other test files may still be called, so each test has an address of its own. */
  let url = "";
  let received: string[] = [];
  const receive = ({ headers }: Sent) => {
    received.push(headers["webhook-id"] ?? "");
    return new Response("ok");
  };

  /** The alarm is run here, because one that is set again while it runs may be late. */
  const ring = async (later: (ms: number) => Promise<void>) => {
    await later(0);
    return received;
  };

  /** An object may restart between the queue and its alarm, and forgets the fetcher that a test gave it. */
  beforeEach(() => {
    received = [];
    url = `http://localhost:9/${crypto.randomUUID()}/hook`;
    globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const called = input instanceof Request ? input.url : input.toString();
      if (!called.startsWith("http://localhost:9/")) return realFetch(input, init);
      if (called === url) received.push(new Headers(init?.headers).get("webhook-id") ?? "");
      return new Response("ok");
    };
  });

  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it("is sent again if one endpoint's object was unreachable, and reaches no endpoint twice", async () => {
    const { tenantId, as, path, endpoint, later } = await aReceiver(receive, { url });
    const list = path.slice(0, path.lastIndexOf("/"));
    const body = { url: "http://localhost:9/other", events: ["inspection.flagged"] };
    const other = await (await call("POST", list, { as, body })).json<Endpoint>();
    closeAfterwards(`${list}/${other.id}`, as);
    const event = {
      id: `evt_${crypto.randomUUID()}`,
      tenantId,
      type: "inspection.flagged",
      data: { inspectionId: "insp_1", verdict: "phishing", score: 90, channel: "sms" },
      createdAt: Date.now(),
    };
    await eventStatement(database(env), event);
    const real = env.WEBHOOK_ENDPOINT;
    const broken = {
      idFromName: (name: string) => (name === other.id ? null : real.idFromName(name)),
      get: (id: DurableObjectId | null) =>
        id === null ? { deliver: () => Promise.reject(new Error("gone")) } : real.get(id),
    } as unknown as Cloudflare.Env["WEBHOOK_ENDPOINT"];
    const now = Date.now();
    const missed = await fanOut({ ...env, WEBHOOK_ENDPOINT: broken }, [event.id, "evt_gone"], now);
    expect([...missed]).toEqual([[event.id, `${other.id}: Error: gone`]]);
    expect(await waitingEvents(database(env), now + 1)).toContain(event.id);
    expect([...(await fanOut(env, [event.id], now))]).toEqual([]);
    expect(await waitingEvents(database(env), now + 1)).not.toContain(event.id);
    await expect.poll(() => ring(later), SOON).toEqual([event.id]);
    const log = await call("GET", `${list}/${other.id}/deliveries`, { as });
    expect(await log.json()).toMatchObject({ total: 1, items: [{ eventId: event.id }] });
    expect(endpoint.id).not.toBe(other.id);
  });

  it("reaches the endpoints whose filter matches, once each, however often it is handed over", async () => {
    const { tenantId, later } = await aReceiver(receive, {
      url,
      events: ["inspection.flagged"],
      filter: { verdicts: ["phishing"], minScore: 60, channels: ["sms"] },
    });
    const flagged = (verdict: string, score: number, channel: string) => ({
      id: `evt_${crypto.randomUUID()}`,
      tenantId,
      type: "inspection.flagged",
      data: { inspectionId: "insp_1", verdict, score, channel },
      createdAt: Date.now(),
    });
    const wanted = flagged("phishing", 60, "sms");
    const events = [
      wanted,
      wanted,
      flagged("spam", 90, "sms"),
      flagged("phishing", 59, "sms"),
      flagged("phishing", 90, "email"),
      { ...flagged("phishing", 90, "sms"), type: "quota.threshold" },
    ];
    for (const event of events) await announce(env, event);
    const onTheirWay = () =>
      env.DB.prepare("SELECT id FROM tenant_events WHERE tenant_id = ? AND dispatched_at IS NULL")
        .bind(tenantId)
        .raw();
    await expect.poll(onTheirWay, SOON).toEqual([]);
    await expect.poll(() => ring(later), SOON).toEqual([wanted.id]);
    await fanOut(env, [wanted.id], Date.now());
    expect(await ring(later)).toEqual([wanted.id]);
  });
});
