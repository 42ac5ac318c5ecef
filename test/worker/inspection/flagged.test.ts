import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import type { WebhookEndpoint } from "../../../src/webhooks/delivery/endpoint-object.ts";
import { forgetOldEvents, sweepEvents } from "../../../src/webhooks/index.ts";
import { livePlatform } from "../../../src/platform/index.ts";
import { call } from "../../support/call.ts";
import { expectDescribedEvents } from "../../support/described-events.ts";
import { CODE, FAKE, anInspector, inspectAs, layer } from "../../support/inspection.ts";
import { anotherIsolate, type Caller } from "../../support/intel.ts";
import { aMember } from "../../support/people.ts";

interface Sent {
  body: string;
  headers: Record<string, string>;
}

/** An endpoint of the caller's tenant; the receiver is the test itself. */
async function aReceiver({ tenantId }: Caller, filter: object = {}) {
  const as = await aMember(tenantId);
  const body = { url: "http://localhost:9/hook", events: ["inspection.flagged"], filter };
  const made = await call("POST", `/admin/tenants/${tenantId}/webhooks`, { as, body });
  const endpoint = await made.json<{ id: string; secret: string }>();
  const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(endpoint.id));
  const sent: Sent[] = [];
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    object.fetcher = async (input, init) => {
      const request = new Request(input, init);
      sent.push({ body: await request.text(), headers: Object.fromEntries(request.headers) });
      return new Response("ok");
    };
  });
  const arrived = (count: number) =>
    vi.waitUntil(
      async () => {
        await runDurableObjectAlarm(stub);
        return sent.length >= count;
      },
      { timeout: 20_000, interval: 50 },
    );
  return { ...endpoint, sent, arrived };
}

async function eventsOf({ tenantId }: Caller): Promise<string[]> {
  const rows = env.DB.prepare("SELECT id FROM tenant_events WHERE tenant_id = ?");
  return (await rows.bind(tenantId).all<{ id: string }>()).results.map(({ id }) => id);
}

const MANY_SIGNS =
  "http://bit.ly/a http://a:b@45.3.2.1/x http://linktr.ee/x €€€ http://a.b.c.d.e.f.xyz/ http://a-b-c-d.weebly.com/ http://xn--pypal-4ve.com/";

describe("the event inspection.flagged", () => {
  it("reaches an endpoint once for a flagged message, signed and without its text; never for a clean one", async () => {
    const caller = await anInspector();
    const { sent, secret, arrived } = await aReceiver(caller);
    await inspectAs(caller, CODE);
    const loud = { ...FAKE, body: `${FAKE.body} ${MANY_SIGNS}` };
    const flagged = await inspectAs(caller, loud, { "idempotency-key": "one" });
    await inspectAs(caller, loud, { "idempotency-key": "one" });
    await arrived(1);
    const [first] = sent;
    const payload = new Webhook(secret).verify(first?.body ?? "", first?.headers ?? {});
    expect(payload).toEqual({
      type: "inspection.flagged",
      timestamp: expect.any(String),
      data: {
        inspectionId: flagged.inspectionId,
        verdict: "phishing",
        score: flagged.score,
        channel: "sms",
        lang: "es",
        signals: expect.arrayContaining(["url_brand_like"]),
        link: `http://rampart.test/portal/t/${caller.tenantId}/inspections/${flagged.inspectionId}`,
      },
    });
    const { signals } = JSON.parse(first?.body ?? "").data as { signals: string[] };
    expect(layer(flagged, "L1").signals.length).toBeGreaterThan(8);
    expect(signals).toHaveLength(8);
    expect(first?.body).not.toContain("bbva-verifica");
    expect(first?.body).not.toContain("600111222");
    // No model is configured, which is not a signal.
    expect(first?.body).not.toContain("unavailable");
    expect(await eventsOf(caller)).toHaveLength(1);
    await expectDescribedEvents(caller.tenantId);
    expect(sent).toHaveLength(1);
  });

  it("is not stored if the tenant has no endpoint", async () => {
    const caller = await anInspector();
    const sendBatch = vi.fn(() => Promise.resolve());
    const isolate = anotherIsolate({}, {}, { WEBHOOKS: { sendBatch } as unknown as Queue<never> });
    const { verdict } = await inspectAs(caller, FAKE, {}, isolate);
    expect(verdict).toBe("phishing");
    expect(await eventsOf(caller)).toHaveLength(0);
    expect(sendBatch).not.toHaveBeenCalled();
    await aReceiver(caller);
    await inspectAs(caller, FAKE, {}, isolate);
    expect(await eventsOf(caller)).toHaveLength(1);
    await expect.poll(() => sendBatch.mock.calls).toHaveLength(1);
  });

  it("is stored but not fanned out while the only endpoint is paused, and can be replayed later", async () => {
    const caller = await anInspector();
    const { id, sent, arrived } = await aReceiver(caller);
    const path = `/admin/tenants/${caller.tenantId}/webhooks/${id}`;
    const as = await aMember(caller.tenantId);
    const paused = await call("PATCH", path, { as, body: { paused: true } });
    expect(paused.status).toBe(200);
    const sendBatch = vi.fn(() => Promise.resolve());
    const isolate = anotherIsolate({}, {}, { WEBHOOKS: { sendBatch } as unknown as Queue<never> });
    const since = new Date().toISOString();
    const { inspectionId } = await inspectAs(caller, FAKE, {}, isolate);
    expect(await eventsOf(caller)).toEqual([`evt_${inspectionId}`]);
    await sweepEvents(env, { ...livePlatform, now: () => Date.now() + 120_000, log: () => {} });
    expect(sendBatch).not.toHaveBeenCalled();
    expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
    const replayed = await call("POST", `${path}/replay`, { as, body: { since } });
    expect(await replayed.json()).toEqual({ events: 1 });
    await arrived(1);
    expect(sent.map(({ headers }) => headers["webhook-id"])).toEqual([`evt_${inspectionId}`]);
  });

  it("is sent if the endpoint's filter matches, with the signals of the surest layer first", async () => {
    const caller = await anInspector();
    const mails = await aReceiver(caller, { channels: ["email"] });
    const sms = await aReceiver(caller, {
      channels: ["sms"],
      verdicts: ["phishing"],
      minScore: 50,
    });
    const body = FAKE.body.replace("cuenta", "cu\u200benta");
    const flagged = await inspectAs(caller, { ...FAKE, body });
    await sms.arrived(1);
    expect(mails.sent).toHaveLength(0);
    const [form, text] = [layer(flagged, "L1"), layer(flagged, "L3")];
    expect(text.score).toBeGreaterThan(form.score);
    const { signals } = JSON.parse(sms.sent[0]?.body ?? "").data as { signals: string[] };
    expect(signals.slice(0, text.signals.length)).toEqual(text.signals);
    expect(signals.length).toBe(text.signals.length + form.signals.length);
    // A number of our own quotes nothing of the message.
    expect(signals).toContain("split_words:1");
  });

  it("is delivered by the sweep if the queue is down", async () => {
    const caller = await anInspector();
    const { sent, arrived } = await aReceiver(caller);
    const lost = { sendBatch: () => Promise.reject(new Error("the queue is down")) };
    const isolate = anotherIsolate({}, {}, { WEBHOOKS: lost as unknown as Queue<never> });
    const { inspectionId } = await inspectAs(caller, FAKE, {}, isolate);
    expect(sent).toHaveLength(0);
    const later = { ...livePlatform, now: () => Date.now() + 120_000, log: () => {} };
    await sweepEvents(env, later);
    await arrived(1);
    expect(sent[0]?.body).toContain(inspectionId);
  });

  it("is deleted after 30 days, but kept while its fan-out is still due", async () => {
    const caller = await anInspector();
    const { arrived } = await aReceiver(caller);
    await inspectAs(caller, FAKE);
    await arrived(1);
    const lost = { sendBatch: () => Promise.reject(new Error("the queue is down")) };
    const isolate = anotherIsolate({}, {}, { WEBHOOKS: lost as unknown as Queue<never> });
    const waiting = await inspectAs(caller, FAKE, {}, isolate);
    const left = () => eventsOf(caller);
    const after = async (days: number) => {
      const now = Date.now() + days * 86_400_000;
      await forgetOldEvents(env, { ...livePlatform, now: () => now, log: () => {} });
    };
    const fannedOut = env.DB.prepare(
      "SELECT id FROM tenant_events WHERE tenant_id = ? AND dispatched_at IS NOT NULL",
    ).bind(caller.tenantId);
    await expect.poll(() => fannedOut.raw()).toHaveLength(1);
    const off = await anInspector();
    const { id } = await aReceiver(off);
    const path = `/admin/tenants/${off.tenantId}/webhooks/${id}`;
    const as = await aMember(off.tenantId);
    await call("PATCH", path, { as, body: { paused: true } });
    await inspectAs(off, FAKE);
    await after(29);
    expect(await left()).toHaveLength(2);
    expect(await eventsOf(off)).toHaveLength(1);
    await after(31);
    expect(await eventsOf(off)).toHaveLength(0);
    expect(await left()).toEqual([`evt_${waiting.inspectionId}`]);
  });
});
