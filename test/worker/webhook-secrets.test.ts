import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import type { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { anApp } from "../support/app.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

/**
 * An endpoint whose secrets are rotated; `signersAt` gives the numbers of those that sign at a moment.
 */
async function aRotating() {
  const { tenantId, as, path, endpoint, stub, sent, ping, later } = await aReceiver();
  const secrets = [endpoint.secret];
  const rotate = async (body: object, now = Date.now()) => {
    const { request } = anApp({ now: () => now });
    const answer = await request(`${path}/rotate-secret`, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) secrets.push((await answer.json<{ secret: string }>()).secret);
    return answer.status;
  };
  const signersAt = async (at: number) => {
    await runInDurableObject(stub, (object: WebhookEndpoint) => {
      object.clock = () => at;
    });
    await ping();
    await later(0);
    const { body = "", headers = {} } = sent.at(-1) ?? {};
    return secrets.flatMap((secret, number) => {
      try {
        new Webhook(secret).verify(body, headers);
        return [number];
      } catch {
        return [];
      }
    });
  };
  const stored = async () => (await findEndpoint(database(env), tenantId, endpoint.id))?.secrets;
  return { rotate, signersAt, stored };
}

describe("the old secret of a webhook endpoint", () => {
  it("signs until the last millisecond of the overlap, and not at its end", async () => {
    const { rotate, signersAt } = await aRotating();
    const now = Date.now();
    expect(await rotate({ overlapSeconds: 60 }, now)).toBe(200);
    expect(await signersAt(now + 59_999)).toEqual([0, 1]);
    expect(await signersAt(now + 60_000)).toEqual([1]);
  });

  it("can be replaced again without force from the end of the overlap on, 409 before", async () => {
    const { rotate, stored } = await aRotating();
    const now = Date.now();
    expect(await rotate({ overlapSeconds: 60 }, now)).toBe(200);
    expect(await rotate({ overlapSeconds: 60 }, now + 59_999)).toBe(409);
    expect(await rotate({ overlapSeconds: 60 }, now + 60_000)).toBe(200);
    expect((await stored())?.map(({ until }) => until)).toEqual([now + 120_000, null]);
  });

  it("stops signing at once with an overlap of 0", async () => {
    const { rotate, signersAt, stored } = await aRotating();
    expect(await rotate({ overlapSeconds: 0 })).toBe(200);
    expect(await signersAt(Date.now())).toEqual([1]);
    expect(await stored()).toHaveLength(1);
  });

  it("stops signing at a second rotation by force, so that two secrets sign at most", async () => {
    const { rotate, signersAt } = await aRotating();
    const now = Date.now();
    expect(await rotate({ overlapSeconds: 60 }, now)).toBe(200);
    expect(await rotate({ overlapSeconds: 60, force: true }, now)).toBe(200);
    expect(await signersAt(now)).toEqual([1, 2]);
  });
});
