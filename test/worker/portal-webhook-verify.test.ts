import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { claimedBySystem } from "../../src/access/claim-tenant.ts";
import { changeVersion } from "../../src/encryption/change-version.ts";
import { keyAccessFor } from "../../src/encryption/key-access.ts";
import { rotateKey } from "../../src/encryption/rotate.ts";
import { settle } from "../../src/http/index.ts";
import { livePlatform } from "../../src/platform/index.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anApp } from "../support/app.ts";
import { copyableOf } from "../support/dialogue.ts";
import { BY } from "../support/keyring.ts";
import { aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

const DAY_MS = 86_400_000;

interface Sent {
  headers: Record<string, string>;
  body: string;
}

/** An endpoint with one delivery, and functions that check it on the page. */
async function aDelivery() {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  const list = `/portal/t/${tenantId}/webhooks`;
  const fields: [string, string][] = [
    ["url", "http://localhost:9/hook"],
    ["events", "ping"],
  ];
  const made = await ana.post(`${list}/new`, fields);
  const secret = await copyableOf(made.clone());
  const id = /data-after="[^"]*\/(wh_[^"]+)"/.exec(await made.text())?.[1] ?? "";
  const one = `${list}/${id}`;
  const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(id));
  const got: Sent[] = [];
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    object.fetcher = async (input, init) => {
      const call = new Request(input, init);
      got.push({ body: await call.text(), headers: Object.fromEntries(call.headers) });
      return new Response();
    };
  });
  const pinged = await ana.post(`${one}/ping`);
  await runDurableObjectAlarm(stub);
  const sent = got[0] ?? { headers: {}, body: "" };
  const check = async (headers: Record<string, string> | string, body = sent.body) => {
    const lines = typeof headers === "string" ? headers : linesOf(headers);
    const answer = await ana.post(`${one}/verify`, { headers: lines, body });
    return { status: answer.status, text: await answer.text() };
  };
  const at = async (now: number) => {
    const { request } = anApp({ now: () => now });
    const answer = await request(`http://rampart.test${one}/verify`, {
      method: "POST",
      headers: { cookie: ana.cookie, "accept-language": "en", "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ headers: linesOf(sent.headers), body: sent.body }),
    });
    return answer.text();
  };
  const delivery = pinged.headers.get("location") ?? "";
  return { tenantId, ana, one, secret, sent, check, at, delivery };
}

function linesOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
}

describe("the page that checks a webhook signature", () => {
  it("verifies an unchanged delivery with the current secret, and shows no secret", async () => {
    const { check, sent, secret, ana, one } = await aDelivery();
    const { status, text } = await check(sent.headers);
    expect(status).toBe(200);
    expect(text).toContain("It verifies.");
    expect(text).toContain("the current secret");
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.replace("whsec_", ""));
    const page = await (await ana.get(`${one}/verify`)).text();
    for (const said of ["standardwebhooks", "Python", "WEBHOOK_SECRET"])
      expect(page).toContain(said);
    expect(page).not.toContain("verifies.");
    expect(await (await ana.get(one)).text()).toContain(`href="${one}/verify"`);
  });

  it("reads headers as logs, curl and JSON write them", async () => {
    const { check, sent } = await aDelivery();
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": by } = sent.headers;
    const curl = `  -H 'webhook-id: ${id}' \\\n  -H 'Webhook-Timestamp: ${at}' \\\n -H "WEBHOOK-SIGNATURE: ${by}"`;
    const json = `{ "webhook-id": "${id}",\n "webhook-timestamp": "${at}",\n "webhook-signature": "${by}"\n}`;
    const spaced = json.replace('{ "', '{\n "');
    for (const headers of [curl, spaced])
      expect((await check(headers)).text).toContain("It verifies.");
  });

  it.each<[string, (sent: Sent) => [Record<string, string>, string?], string]>([
    ["no id", ({ headers: { "webhook-id": _id, ...rest } }) => [rest], "webhook-id is missing"],
    [
      "no timestamp",
      ({ headers: { "webhook-timestamp": _at, ...rest } }) => [rest],
      "webhook-timestamp is missing",
    ],
    [
      "a timestamp that is no number",
      ({ headers }) => [{ ...headers, "webhook-timestamp": "2026-11-21T10:00:00Z" }],
      "no number of seconds",
    ],
    [
      "no signature of a known version",
      ({ headers }) => [{ ...headers, "webhook-signature": "v2,abc" }],
      "neither v1 nor v1a",
    ],
    [
      "another id",
      ({ headers }) => [{ ...headers, "webhook-id": "evt_other" }],
      "Nothing with this webhook-id was sent",
    ],
    [
      "another timestamp",
      ({ headers }) => [{ ...headers, "webhook-timestamp": "1795300001" }],
      "at this webhook-timestamp",
    ],
    [
      "a body formatted anew",
      ({ headers, body }) => [headers, JSON.stringify(JSON.parse(body), null, 2)],
      "but is written otherwise",
    ],
    [
      "another body",
      ({ headers, body }) => [headers, body.replace("ping", "pong")],
      "is not what was sent",
    ],
    ["a body that is no JSON", ({ headers }) => [headers, "x"], "is not what was sent"],
    [
      "another signature",
      ({ headers }) => [{ ...headers, "webhook-signature": `v1,${"A".repeat(43)}=` }],
      "but the signature is not",
    ],
  ])("says why it does not verify, with %s", async (_what, alter, said) => {
    const { check, sent } = await aDelivery();
    const { status, text } = await check(...alter(sent));
    expect(status).toBe(200);
    expect(text).toContain("It does not verify.");
    expect(text).toContain(said);
  });

  it("says that a delivery over five minutes old or ahead does not verify, to the second", async () => {
    const { at, sent } = await aDelivery();
    const sentAt = Number(sent.headers["webhook-timestamp"]) * 1000;
    expect(await at(sentAt + 300_000)).toContain("It verifies.");
    expect(await at(sentAt + 301_000)).toContain("more than five minutes old");
    expect(await at(sentAt - 300_000)).toContain("It verifies.");
    expect(await at(sentAt - 301_000)).toContain("more than five minutes ahead");
  });

  it("names the previous secret during and after its overlap, and an older secret after that", async () => {
    const { ana, one, check, at, sent } = await aDelivery();
    const only = { ...sent.headers };
    await ana.post(`${one}/rotate`, { overlapSeconds: "3600" });
    expect((await check(only)).text).toContain("the previous secret, which signs along until");
    expect(await at(Date.now() + DAY_MS / 8)).toContain("whose overlap is over");
    await ana.post(`${one}/rotate`, { overlapSeconds: "0", force: "yes" });
    const { text } = await check(only);
    expect(text).toContain("signed with an older secret");
    const v1 = only["webhook-signature"]?.split(" ").find((one) => one.startsWith("v1,")) ?? "";
    expect((await check({ ...only, "webhook-signature": v1 })).text).toContain("an older secret");
  });

  it("says why it does not verify even if the key version of an older secret is disabled", async () => {
    const { ana, one, tenantId, check, sent } = await aDelivery();
    let now = Date.now();
    const access = keyAccessFor(env, { ...livePlatform, now: () => now }, () => {});
    const tenant = claimedBySystem(tenantId);
    settle(await rotateKey(access, tenant, BY));
    now += 15_000;
    await ana.post(`${one}/rotate`, { overlapSeconds: "3600" });
    settle(await changeVersion(access, tenant, 1, "disable", BY));
    const { status, text } = await check(sent.headers);
    expect(status).toBe(200);
    expect(text).toContain("signed with an older secret");
    expect((await check(sent.headers, "x")).text).toContain("is not what was sent");
  });

  it("is shown in Spanish, and filled in by the link from a delivery", async () => {
    const { ana, delivery, sent } = await aDelivery();
    const page = await (await ana.get(delivery)).text();
    const href = /href="([^"]+verify\?eventId=[^"]+)"/.exec(page)?.[1] ?? "";
    const filled = await (await ana.get(href, { "accept-language": "es" })).text();
    expect(filled).toContain("Comprobar una firma");
    expect(filled).toContain(`webhook-signature: ${sent.headers["webhook-signature"]}`);
    const none = await ana.get(href.replace(/eventId=.*/, "eventId=evt_none"));
    expect(none.status).toBe(200);
  });

  it("200 for the longest body, of two-byte letters", async () => {
    const { check, sent } = await aDelivery();
    const { status, text } = await check(sent.headers, "ж".repeat(20_000));
    expect(status).toBe(200);
    expect(text).not.toContain("It verifies.");
  });

  it("400 for empty or too long fields, 404 for another tenant's endpoint", async () => {
    const { check, sent, one, tenantId, ana } = await aDelivery();
    expect((await check("", "")).status).toBe(400);
    expect((await check("x".repeat(4_001))).status).toBe(400);
    expect((await check(sent.headers, "x".repeat(20_001))).status).toBe(400);
    const other = await aTenant();
    const bea = await aVisitor("owner", [other]);
    const elsewhere = `${one.replace(tenantId, other)}/verify`;
    expect((await bea.get(elsewhere)).status).toBe(404);
    expect((await bea.post(elsewhere, { headers: "a", body: "b" })).status).toBe(404);
    const viewer = await aVisitor("viewer", [tenantId]);
    expect((await viewer.get(`${one}/verify`)).status).toBe(200);
    expect((await ana.get(`${one}/verify`)).status).toBe(200);
  });
});
