import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { claimTenant } from "../../src/access/index.ts";
import { settle } from "../../src/http/index.ts";
import { database } from "../../src/platform/index.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { configOf } from "../../src/webhooks/endpoints/object-of.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { flashWords } from "../../src/portal/frame/flash.ts";
import { webhookWords } from "../../src/portal/webhooks/words.ts";
import { call } from "../support/call.ts";
import { copyableOf } from "../support/dialogue.ts";
import { anOperator, aTenant, ROOT } from "../support/people.ts";
import { aVisitor, type Visitor } from "../support/visitor.ts";

const URL_FIELD: [string, string] = ["url", "http://localhost:9/hook"];
const FIELDS: [string, string][] = [
  URL_FIELD,
  ["description", "pager"],
  ["events", "inspection.flagged"],
  ["events", "ping"],
  ["verdicts", "phishing"],
  ["minScore", "70"],
];

async function anOwner() {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  return { tenantId, ana, list: `/portal/t/${tenantId}/webhooks` };
}

/** An endpoint made by the form, and a receiver that keeps its calls and answers with that status. */
async function anEndpoint(status = 200) {
  const { tenantId, ana, list } = await anOwner();
  const made = await ana.post(`${list}/new`, FIELDS);
  expect(made.status).toBe(201);
  const id = /data-after="[^"]*\/(wh_[^"]+)"/.exec(await made.clone().text())?.[1] ?? "";
  const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(id));
  const sent: { body: string; headers: Record<string, string> }[] = [];
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    object.fetcher = async (input, init) => {
      const call = new Request(input, init);
      sent.push({ body: await call.text(), headers: Object.fromEntries(call.headers) });
      return new Response("so so", { status });
    };
  });
  const ping = async () => {
    const answer = await ana.post(`${list}/${id}/ping`);
    expect(answer.status).toBe(303);
    await runDurableObjectAlarm(stub);
    return answer.headers.get("location") ?? "";
  };
  /** Delivers an event, whatever the endpoint's state. */
  const deliver = async (eventId: string) => {
    const row = await findEndpoint(database(env), settle(claimTenant(ROOT, tenantId)), id);
    if (row === undefined) throw new Error("the endpoint is gone");
    const event = {
      id: eventId,
      type: "quota.threshold",
      body: '{"data":{}}',
      createdAt: Date.now(),
    };
    await stub.deliver([event], configOf(row));
    await runDurableObjectAlarm(stub);
  };
  return { tenantId, ana, list, one: `${list}/${id}`, stub, sent, ping, deliver, made };
}

function only<T>([first, ...more]: T[]): T {
  if (first === undefined || more.length > 0) throw new Error("expected exactly one call");
  return first;
}

async function read(who: Visitor, path: string): Promise<string> {
  const answer = await who.get(path);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe("a webhook endpoint in the portal", () => {
  it("201 shows the secret that signs its calls, which no other page shows", async () => {
    const { ana, list, one, sent, ping, made } = await anEndpoint();
    expect(made.headers.get("location")).toBeNull();
    expect(made.headers.get("cache-control")).toBe("no-store");
    expect(await made.clone().text()).toContain(`href="${one}/verify" target="_blank"`);
    const secret = await copyableOf(made);
    const log = await ping();
    const { body, headers } = only(sent);
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "ping" });
    for (const path of [list, one, `${one}/edit`, log]) {
      expect(await read(ana, path)).not.toContain(secret);
    }
  });

  it("400 for an IP address as host, in both languages, and for no event, with the reason", async () => {
    const { ana, list } = await anOwner();
    const fields: [string, string][] = [
      ["url", "https://10.0.0.1/"],
      ["events", "ping"],
    ];
    const english = await ana.post(`${list}/new`, fields);
    expect(english.status).toBe(400);
    expect(await english.text()).toContain("Must name a host, not an IP address.");
    const spanish = await ana.post(`${list}/new`, fields, { "accept-language": "es" });
    expect(await spanish.text()).toContain("Debe nombrar un servidor, no una dirección IP.");
    const none = await ana.post(`${list}/new`, [URL_FIELD]);
    expect(none.status).toBe(400);
    expect(await none.text()).toContain("Choose at least one.");
  });

  it("shows the values of its form, and can be changed", async () => {
    const { ana, one } = await anEndpoint();
    expect(await read(ana, one)).toContain("phishing, ≥ 70");
    const form = await read(ana, `${one}/edit`);
    expect(form).toContain('value="pager"');
    const changed = await ana.post(`${one}/edit`, [URL_FIELD, ["events", "quota.exhausted"]]);
    expect(changed.status).toBe(303);
    const page = await read(ana, one);
    expect(page).toContain("quota.exhausted");
    expect(page).toContain("everything");
  });

  it("keeps a verdict filter that only the API can set when its form is saved", async () => {
    const { tenantId, ana, one } = await anEndpoint();
    const api = `/admin/tenants/${tenantId}/webhooks/${one.split("/").at(-1)}`;
    const filter = { verdicts: ["clean"] };
    const as = await anOperator();
    expect((await call("PATCH", api, { as, body: { filter } })).status).toBe(200);
    const form = await read(ana, `${one}/edit`);
    const checked = [...form.matchAll(/<input type="checkbox"[^>]*checked[^>]*>/g)].map(
      ([box]): [string, string] => [
        /name="([^"]+)"/.exec(box)?.[1] ?? "",
        /value="([^"]+)"/.exec(box)?.[1] ?? "",
      ],
    );
    expect((await ana.post(`${one}/edit`, [URL_FIELD, ...checked])).status).toBe(303);
    expect(await (await call("GET", api, { as })).json()).toMatchObject({ filter });
  });

  it("has words for each event in its form, in both languages", async () => {
    const { ana, list } = await anOwner();
    const english = await read(ana, `${list}/new`);
    const named = '<code class="chip">endpoint.failing</code>';
    expect(english).toContain(`an endpoint is about to be switched off ${named}`);
    const spanish = await (await ana.get(`${list}/new`, { "accept-language": "es" })).text();
    expect(spanish).toContain(`un destino está a punto de desactivarse ${named}`);
  });

  it("saves a limit and an order, and says since when deliveries fail and when it is switched off", async () => {
    const { ana, one, ping } = await anEndpoint(503);
    const fields: [string, string][] = [...FIELDS, ["maxPerMinute", "60"], ["ordered", "yes"]];
    expect((await ana.post(`${one}/edit`, fields)).status).toBe(303);
    const form = await read(ana, `${one}/edit`);
    expect(form).toContain('value="60"');
    expect(form).toMatch(/name="ordered"[^>]*checked/);
    const before = await read(ana, one);
    expect(before).toContain("in the order of the events");
    expect(before).not.toContain("Nothing has come through since");
    await ping();
    const page = await read(ana, one);
    expect(page).toContain("Nothing has come through since");
    expect(page).toContain("Switched off if nothing succeeds until");
    const without = [...FIELDS, ["maxPerMinute", ""]] as [string, string][];
    expect((await ana.post(`${one}/edit`, without)).status).toBe(303);
    expect(await read(ana, one)).toContain("no limit");
  });

  it("is named on the tenant's overview while its deliveries fail, until it is paused", async () => {
    const { tenantId, ana, list, one, ping } = await anEndpoint(503);
    const overview = `/portal/t/${tenantId}`;
    expect(await read(ana, overview)).not.toContain("Deliveries fail");
    expect(await read(ana, list)).toContain(">active<");
    await ping();
    const page = await read(ana, overview);
    expect(page).toMatch(
      new RegExp(
        `Deliveries fail to <a href="${one}">http://localhost:9/hook</a>. Nothing has come through since <time [^>]+>[^<]+</time>. It is switched off if nothing succeeds until <time`,
      ),
    );
    expect(await read(ana, list)).toContain(">failing<");
    expect(await read(ana, one)).not.toContain(">active<");
    const spanish = await (await ana.get(overview, { "accept-language": "es" })).text();
    expect(spanish).toContain("Fallan las entregas a");
    await ana.post(`${one}/state`, { to: "paused" });
    expect(await read(ana, overview)).not.toContain("Deliveries fail");
  });

  it("gets no delivery while paused, and gets it when resumed", async () => {
    const { ana, one, sent, deliver, stub } = await anEndpoint();
    expect((await ana.post(`${one}/state`, { to: "paused" })).status).toBe(303);
    expect(await read(ana, one)).toContain(">paused<");
    const before = Date.now() - 6 * 60_000;
    await deliver("evt_1");
    expect(sent).toHaveLength(0);
    const resumed = await ana.post(`${one}/state`, { to: "active" });
    expect(resumed.headers.get("set-cookie")).toContain("flash=resumed;");
    // The form offers the time since the latest event that came here.
    const way = resumed.headers.get("location") ?? "";
    const since = new URL(way, "http://a.test").searchParams.get("since") ?? "";
    expect(Date.parse(`${since}Z`) - before).toBeLessThan(120_000);
    expect(Date.parse(`${since}Z`) - before).toBeGreaterThanOrEqual(0);
    expect(await read(ana, way)).toContain(`type="datetime-local" value="${since}"`);
    await runDurableObjectAlarm(stub);
    expect(sent).toHaveLength(1);
    // Events from the time of the pause are not sent by themselves: both texts name the button.
    for (const language of ["en", "es"] as const) {
      const { replayRange } = webhookWords[language];
      expect(flashWords[language].paused).toContain(replayRange);
      expect(flashWords[language].resumed).toContain(replayRange);
    }
  });

  it("signs with two secrets after a rotation; 409 for another rotation unless it is forced", async () => {
    const { ana, one, sent, ping, made } = await anEndpoint();
    const rotated = await ana.post(`${one}/rotate`, { overlapSeconds: "3600" });
    expect(rotated.status).toBe(201);
    const secrets = [await copyableOf(made), await copyableOf(rotated)];
    await ping();
    const { body, headers } = only(sent);
    for (const secret of secrets) new Webhook(secret).verify(body, headers);
    const again = await ana.post(`${one}/rotate`, { overlapSeconds: "3600" });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("mark it below to end it");
    expect(await read(ana, `${one}/rotate`)).toContain('name="force"');
    const forced = await ana.post(`${one}/rotate`, { overlapSeconds: "0", force: "yes" });
    expect(forced.status).toBe(201);
  });

  it("is deleted for good", async () => {
    const { ana, one, list } = await anEndpoint();
    expect(await read(ana, `${one}/delete`)).toContain("http://localhost:9/hook");
    expect((await ana.post(`${one}/delete`)).status).toBe(303);
    expect((await ana.get(one)).status).toBe(404);
    expect(await read(ana, list)).toContain("No endpoint is registered yet");
  });

  it("404 under another tenant, also for an operator", async () => {
    const { one, tenantId } = await anEndpoint();
    const operator = await aVisitor("owner");
    expect((await operator.get(one)).status).toBe(200);
    const elsewhere = one.replace(tenantId, await aTenant());
    for (const path of ["", "/edit", "/rotate", "/delete", "/deliveries/evt_1"]) {
      expect((await operator.get(elsewhere + path)).status).toBe(404);
    }
    for (const path of ["/ping", "/replay", "/delete", "/state"]) {
      const fields = { eventId: "evt_1", to: "paused" };
      expect((await operator.post(elsewhere + path, fields)).status).toBe(404);
    }
  });
});

describe("the delivery log of an endpoint", () => {
  it("shows an attempt with its answer and the body sent; 404 for an unknown event", async () => {
    const { ana, one, ping } = await anEndpoint(500);
    const delivery = await ping();
    const page = await read(ana, delivery);
    expect(page).toContain("500, an answer other than 2xx");
    expect(page).toContain("so so");
    expect(page).toContain("&quot;type&quot;: &quot;ping&quot;");
    expect(await read(ana, one)).toContain(">waiting<");
    expect((await ana.get(`${one}/deliveries/evt_none`)).status).toBe(404);
  });

  it("shows the signature of a call, and puts it into the command", async () => {
    const { ana, sent, ping } = await anEndpoint(500);
    const page = await read(ana, await ping());
    const { headers } = only(sent);
    const signature = headers["webhook-signature"];
    expect(page).toContain(`webhook-signature: ${signature}`);
    expect(page).toContain(`-H &#39;webhook-signature: ${signature}&#39;`);
    expect(page).toContain(`-H &#39;webhook-timestamp: ${headers["webhook-timestamp"]}&#39;`);
  });

  it("says in both languages why an endpoint was switched off", async () => {
    const { tenantId, ana, one, ping, deliver } = await anEndpoint(410);
    await ping();
    const overview = await read(ana, `/portal/t/${tenantId}`);
    expect(overview).toContain("http://localhost:9/hook</a>. The endpoint answered 410 Gone.");
    const off = await read(ana, one);
    expect(off).toContain("The endpoint answered 410 Gone.");
    // The form for missed events starts at the first failure.
    expect(off).toMatch(/<input [^>]*name="since"[^>]*value="\d{4}-\d\d-\d\dT\d\d:\d\d"/);
    const spanish = await (await ana.get(one, { "accept-language": "es" })).text();
    expect(spanish).toContain("El destino respondió 410 Gone.");
    expect(spanish).not.toContain("The endpoint answered");
    // It is not sent any more, so the page must not say that it will be.
    await deliver("evt_1");
    expect(await read(ana, `${one}/deliveries/evt_1`)).not.toContain("in a moment");
    const pinged = await ana.post(`${one}/ping`, {}, { "accept-language": "es" });
    expect(pinged.status).toBe(409);
    expect(await pinged.text()).toContain("Este destino no está activo");
    // Enabling resets its health; the missed events are still offered.
    const enabled = await ana.post(`${one}/state`, { to: "active" });
    const back = await read(ana, enabled.headers.get("location") ?? "");
    expect(back).toMatch(/<input [^>]*name="since"[^>]*value="\d{4}-\d\d-\d\dT\d\d:\d\d"/);
  });

  it("sends one event again, and all of a period; 400 for an invalid period", async () => {
    const { ana, one, stub, sent, ping } = await anEndpoint();
    const eventId = (await ping()).split("/").at(-1) ?? "";
    expect((await ana.post(`${one}/replay`, { eventId })).status).toBe(303);
    await runDurableObjectAlarm(stub);
    expect(sent).toHaveLength(2);
    expect((await ana.post(`${one}/replay`, { since: "2026-01-01T00:00" })).status).toBe(303);
    await runDurableObjectAlarm(stub);
    expect(sent.map(({ headers }) => headers["webhook-id"])).toEqual([eventId, eventId, eventId]);
    const refused = await ana.post(`${one}/replay`, { since: "yesterday" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("This must be a date with a time.");
    const range = { since: "2026-01-02T00:00", until: "2026-01-01T00:00" };
    const turned = await ana.post(`${one}/replay`, range);
    expect(turned.status).toBe(400);
    expect(await turned.text()).toContain("Must not lie after &quot;until&quot;.");
    const early = await ana.post(`${one}/replay`, { since: "2999-01-01T00:00" });
    expect(early.status).toBe(400);
    expect(await early.text()).toContain("Must not lie ahead.");
    const spanish = { "accept-language": "es" };
    const pronto = await ana.post(`${one}/replay`, { since: "2999-01-01T00:00" }, spanish);
    expect(await pronto.text()).toContain("No debe estar en el futuro.");
    const page = await read(ana, `${one}/deliveries/${eventId}`);
    expect(page).toMatch(/<h1[^>]*>a test, sent on request <code class="chip">ping<\/code><\/h1>/);
  });
});

describe("resending a period with more events than one call takes", () => {
  it("is done in two steps, the second by a button", async () => {
    const { tenantId, ana, one, sent, stub } = await anEndpoint();
    const row = env.DB.prepare("UPDATE webhook_endpoints SET created_at = 0 WHERE tenant_id = ?");
    await row.bind(tenantId).run();
    const data = JSON.stringify({ verdict: "phishing", score: 90, channel: "sms" });
    const made = Date.now() - 60_000;
    const rows = JSON.stringify(Array.from({ length: 1_002 }, (_, at) => made + at));
    await env.DB.prepare(
      `INSERT INTO tenant_events SELECT ?1 || '_' || value || 'Z', ?1, 'inspection.flagged', ?2,
         value, value FROM json_each(?3)`,
    )
      .bind(tenantId, data, rows)
      .run();
    const first = await ana.post(`${one}/replay`, { since: "2026-01-01T00:00" });
    expect(first.status).toBe(200);
    const page = await first.text();
    expect(page).toContain("Sent so far: 1,000.");
    const fields = Object.fromEntries(
      [...page.matchAll(/name="(once|since|until|after)" value="([^"]+)"/g)].map((found) => [
        found[1] ?? "",
        found[2] ?? "",
      ]),
    );
    const second = await ana.post(`${one}/replay`, fields);
    expect(second.status).toBe(303);
    for (let alarms = 0; sent.length < 1_002 && alarms < 100; alarms += 1) {
      await runDurableObjectAlarm(stub);
    }
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(1_002);
    expect(sent).toHaveLength(1_002);
  });
});

describe("a form that is sent twice", () => {
  it("409 the second time; the ping is sent once", async () => {
    const { ana, one, sent, stub } = await anEndpoint();
    const page = await read(ana, one);
    const once = /action="[^"]*ping"[^>]*><input type="hidden" name="once" value="([^"]+)"/.exec(
      page,
    )?.[1];
    const fields = { once: once ?? "" };
    const both = await Promise.all([
      ana.post(`${one}/ping`, fields),
      ana.post(`${one}/ping`, fields),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    await runDurableObjectAlarm(stub);
    expect(sent).toHaveLength(1);
    const spanish = await ana.post(`${one}/ping`, fields, { "accept-language": "es" });
    expect(await spanish.text()).toContain("Este formulario ya se envió, y lo que pedía");
  });

  it("can be sent again with its token after it was refused", async () => {
    const { ana, list } = await anOwner();
    const once: [string, string] = ["once", "aaaaaaaaaaaaaaaa"];
    expect((await ana.post(`${list}/new`, [URL_FIELD, once])).status).toBe(400);
    expect((await ana.post(`${list}/new`, [...FIELDS, once])).status).toBe(201);
    expect((await ana.post(`${list}/new`, [...FIELDS, once])).status).toBe(409);
  });

  it("201 for another person who sends the same token", async () => {
    const [one, other] = [await anOwner(), await anOwner()];
    const fields: [string, string][] = [...FIELDS, ["once", "bbbbbbbbbbbbbbbb"]];
    expect((await one.ana.post(`${one.list}/new`, fields)).status).toBe(201);
    expect((await other.ana.post(`${other.list}/new`, fields)).status).toBe(201);
  });
});
