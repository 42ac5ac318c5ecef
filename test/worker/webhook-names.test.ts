import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

/** Time for queues and alarms, on a machine that may be busy. */
const SOON = { timeout: 20_000 };

/** A resolver over HTTPS with one answer for every name; it records all other calls. */
function aNetwork(addresses: { A?: string[]; AAAA?: string[] }) {
  const called: string[] = [];
  const fetcher = (async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname !== "cloudflare-dns.com") {
      called.push(url.href);
      return new Response("ok");
    }
    const type = url.searchParams.get("type") === "A" ? "A" : "AAAA";
    const records = (addresses[type] ?? []).map((data) => ({ type: type === "A" ? 1 : 28, data }));
    return Response.json({ Answer: records });
  }) as typeof fetch;
  return { called, fetcher, addresses };
}

describe("the host name of a webhook endpoint", () => {
  const post = async (tenantId: string, network: ReturnType<typeof aNetwork>, url: string) => {
    const { request } = anApp({ fetch: network.fetcher });
    return request(`http://rampart.test/admin/tenants/${tenantId}/webhooks`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await aMember(tenantId)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ url, events: ["ping"] }),
    });
  };

  it.each([
    ["https://169.254.169.254.names.example.org/", { A: ["169.254.169.254"] }],
    ["https://inside.acme.com/", { A: ["1.1.1.1", "10.0.0.1"] }],
    ["https://six.acme.com/", { A: ["1.1.1.1"], AAAA: ["fd00:ec2::254"] }],
    ["https://mapped.acme.com/", { AAAA: ["::ffff:127.0.0.1"] }],
    ["https://nat64.acme.com/", { AAAA: ["64:ff9b::7f00:1"] }],
    ["https://nowhere.acme.com/", {}],
  ])(
    "400 if %s resolves to an address that is not public or to none, and no call is made",
    async (url, addresses) => {
      const network = aNetwork(addresses);
      const answer = await post(await aTenant(), network, url);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ details: [{ path: "url" }] });
      expect(network.called).toEqual([]);
    },
  );

  it("is resolved again before each delivery, and is not called if it now resolves to a private address", async () => {
    const network = aNetwork({ A: ["1.1.1.1"] });
    const tenantId = await aTenant();
    const answer = await post(tenantId, network, "https://hooks.acme.com/in");
    expect(answer.status).toBe(201);
    const { id } = await answer.json<{ id: string }>();
    const as = await aMember(tenantId);
    const path = `/admin/tenants/${tenantId}/webhooks/${id}`;
    const stub = env.WEBHOOK_ENDPOINT.get(env.WEBHOOK_ENDPOINT.idFromName(id));
    await runInDurableObject(stub, (object: WebhookEndpoint) => {
      object.fetcher = network.fetcher;
    });
    const ping = async () => {
      await call("POST", `${path}/ping`, { as });
      await runDurableObjectAlarm(stub);
    };
    const log = async () => (await call("GET", `${path}/deliveries`, { as })).text();
    await ping();
    await expect.poll(() => network.called, SOON).toEqual(["https://hooks.acme.com/in"]);
    network.addresses.A = ["10.0.0.1"];
    await ping();
    await expect.poll(log, SOON).toContain('"error":"address"');
    expect(network.called).toHaveLength(1);
    await call("DELETE", path, { as });
  });
});
