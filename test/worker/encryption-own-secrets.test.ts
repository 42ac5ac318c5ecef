import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { keyAccessFor } from "../../src/encryption/key-access.ts";
import { livePlatform } from "../../src/platform/index.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";
import { aVisitor } from "../support/visitor.ts";

/** Writes the lines that wait, so that a later one needs work of its own. */
async function writeLines(): Promise<void> {
  const access = keyAccessFor(env, livePlatform);
  await access.trail.flush(access);
}

/** Who has decrypted what of a tenant today, as its trail says now. */
async function decryptsOf(tenantId: string): Promise<string[]> {
  const as = await aMember(tenantId, ["audit:read"]);
  const day = new Date(livePlatform.now()).toISOString().slice(0, 10);
  const answer = await call("GET", `/encryption/keys/${tenantId}/decrypts?day=${day}`, { as });
  return (await answer.json<{ items: { who: string }[] }>()).items.map(({ who }) => who);
}

it("who checks a webhook signature is in the trail by the end of the work that the request announced", async () => {
  const tenantId = await aTenant();
  const ana = await aVisitor("owner", [tenantId]);
  const body = { url: "http://localhost:9/hook", events: ["ping"] };
  const as = await aMember(tenantId);
  const path = `/admin/tenants/${tenantId}/webhooks`;
  const { id } = await (await call("POST", path, { as, body })).json<{ id: string }>();
  const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(id));
  await runInDurableObject(stub, (object: WebhookEndpoint) => {
    object.fetcher = async () => new Response();
  });
  await call("POST", `${path}/${id}/ping`, { as });
  await runDurableObjectAlarm(stub);
  await writeLines();
  expect(await decryptsOf(tenantId)).toEqual(["system:webhooks"]);
  const signed = [
    "webhook-id: evt_1",
    "webhook-timestamp: 1795300001",
    `webhook-signature: v1,${"A".repeat(43)}=`,
  ];
  const checked = await anApp().request(
    `http://rampart.test/portal/t/${tenantId}/webhooks/${id}/verify`,
    {
      method: "POST",
      headers: { cookie: ana.cookie, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ headers: signed.join("\n"), body: "{}" }),
    },
  );
  expect(checked.status).toBe(200);
  expect(await decryptsOf(tenantId)).toEqual(["system:webhooks", `person:${ana.personId}`]);
});

it("a look at a tenant's own speech provider is in the trail by then", async () => {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const body = { tenantId, provider: { kind: "deepgram" }, key: "0123456789abcdef0123" };
  expect((await call("PUT", "/ai/settings/providers/voice", { as, body })).status).toBe(200);
  await writeLines();
  const headers = { authorization: `Bearer ${as}` };
  const path = `/ai/voice/capability?tenantId=${tenantId}`;
  expect((await anApp().request(path, { headers })).status).toBe(200);
  expect(await decryptsOf(tenantId)).toEqual(["system:ai"]);
});
