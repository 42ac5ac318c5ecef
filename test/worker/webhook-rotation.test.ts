import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { markSender } from "../../src/portal/frame/form-sender.ts";
import { database } from "../../src/platform/index.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { call } from "../support/call.ts";
import { deafDatabase, overtakenDatabase } from "../support/dying-database.ts";
import { aMember } from "../support/people.ts";
import { anIsolate, OUT_OF_REACH } from "../support/told-endpoints.ts";
import { aVisitor } from "../support/visitor.ts";
import { aReceiver, type Sent } from "../support/webhook-endpoint.ts";

const URL_OF_NOBODY = "http://localhost:9/other";

/** Revokes a token without this isolate's knowledge. */
async function endToken(token: string): Promise<void> {
  await env.DB.prepare("update access_tokens set revoked_at = 1 where id = ?")
    .bind(token.split("_")[2] ?? "")
    .run();
}

async function tracesOf(tenantId: string): Promise<string[]> {
  const rows = env.DB.prepare(
    "SELECT action FROM audit_log WHERE tenant_id = ? AND action LIKE 'webhook.%'",
  );
  const { results } = await rows.bind(tenantId).all<{ action: string }>();
  return results.map(({ action }) => action);
}

describe("POST .../rotate-secret", () => {
  it.each([
    ["the endpoint's object is unreachable", OUT_OF_REACH, 0],
    ["the endpoint's object is unreachable, with an overlap", OUT_OF_REACH, 60],
    ["the answer of D1 is lost", { DB: deafDatabase({ done: true }) }, 0],
  ])("200 with the secret that signs from then on if %s", async (_case, bindings, overlap) => {
    const { as, path, sent, ping, later } = await aReceiver();
    const body = { overlapSeconds: overlap };
    const rotated = await anIsolate(bindings)("POST", `${path}/rotate-secret`, as, body);
    expect(rotated.status).toBe(200);
    const { secret } = await rotated.json<{ secret: string }>();
    await ping();
    await later(0);
    const [first] = sent as [Sent];
    new Webhook(secret).verify(first.body, first.headers);
  });

  it("500 and no change if D1 did not store it", async () => {
    const { tenantId, as, path, endpoint } = await aReceiver();
    const row = async () => findEndpoint(database(env), tenantId, endpoint.id);
    const before = await row();
    const deaf = anIsolate({ DB: deafDatabase({ done: false }) });
    expect((await deaf("POST", `${path}/rotate-secret`, as, {})).status).toBe(500);
    expect(await row()).toEqual(before);
  });
});

describe("a secret rotation that is overtaken by a pause", () => {
  it("200 with a new secret, and the endpoint stays paused", async () => {
    const { as, path } = await aReceiver();
    let paused: Promise<Response> | undefined;
    const DB = overtakenDatabase(async () => {
      paused ??= call("PATCH", path, { as, body: { paused: true } });
      await paused;
    });
    const late = await anIsolate({ DB })("POST", `${path}/rotate-secret`, as, {});
    expect([(await paused)?.status, late.status]).toEqual([200, 200]);
    expect(await (await call("GET", path, { as })).json()).toMatchObject({ status: "paused" });
  });
});

describe("a caller whose access has just been revoked, but is still cached", () => {
  it("401 when changing an endpoint's URL by the API", async () => {
    const { tenantId, as: owner, path } = await aReceiver();
    const as = await aMember(tenantId);
    expect((await call("GET", path, { as })).status).toBe(200);
    await endToken(as);
    const body = { url: URL_OF_NOBODY };
    expect((await call("PATCH", path, { as, body })).status).toBe(401);
    expect(await (await call("GET", path, { as: owner })).json()).not.toMatchObject(body);
  });

  it("401 when changing an endpoint's URL in the portal", async () => {
    const { tenantId, as, path, endpoint } = await aReceiver();
    const ana = await aVisitor("owner", [tenantId]);
    const page = `/portal/t/${tenantId}/webhooks/${endpoint.id}`;
    expect((await ana.get(page)).status).toBe(200);
    await env.DB.prepare("update sessions set ended_at = 1 where person_id = ?")
      .bind(ana.personId)
      .run();
    const fields = { url: URL_OF_NOBODY, events: "ping", by: markSender(ana) };
    expect((await ana.post(`${page}/edit`, fields)).status).toBe(401);
    expect(await (await call("GET", path, { as })).json()).toMatchObject({
      url: "http://localhost:9/hook",
    });
  });
});

describe("a caller whose token is revoked during the request", () => {
  it("401 instead of a new secret, and the endpoint keeps its own", async () => {
    const { tenantId, as, path, endpoint } = await aReceiver();
    const secrets = async () => (await findEndpoint(database(env), tenantId, endpoint.id))?.secrets;
    const before = await secrets();
    const overtaken = anIsolate({ DB: overtakenDatabase(() => endToken(as)) });
    const answer = await overtaken("POST", `${path}/rotate-secret`, as, {});
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: "unauthorized" }]);
    expect(await secrets()).toEqual(before);
    expect(await tracesOf(tenantId)).toEqual(["webhook.created"]);
  });

  it("401 instead of a new endpoint", async () => {
    const { tenantId, as, path } = await aReceiver();
    const overtaken = anIsolate({ DB: overtakenDatabase(() => endToken(as)) });
    const list = path.slice(0, path.lastIndexOf("/"));
    const body = { url: URL_OF_NOBODY, events: ["ping"] };
    const answer = await overtaken("POST", list, as, body);
    expect(answer.status).toBe(401);
    const made = "SELECT count(*) AS n FROM webhook_endpoints WHERE tenant_id = ?";
    expect(await env.DB.prepare(made).bind(tenantId).first("n")).toBe(1);
    expect(await tracesOf(tenantId)).toEqual(["webhook.created"]);
  });
});
