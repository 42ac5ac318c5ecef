import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { database } from "../../src/platform/index.ts";
import { findEndpoint } from "../../src/webhooks/endpoints/store.ts";
import { webhookEndpoints } from "../../src/webhooks/tables.ts";
import { call } from "../support/call.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

/** A receiver, and a way to put its endpoint's row in D1 back to its first state. */
async function aRestored(answer?: () => Response) {
  const receiver = await aReceiver(answer);
  const { tenantId, endpoint, as, path } = receiver;
  const row = await findEndpoint(database(env), tenantId, endpoint.id);
  if (row === undefined) throw new Error("the endpoint is gone");
  const restore = async () => {
    const set = { target: webhookEndpoints.id, set: row };
    await database(env).insert(webhookEndpoints).values(row).onConflictDoUpdate(set);
  };
  const status = async () =>
    (await (await call("GET", path, { as })).json<{ status: string }>()).status;
  return { ...receiver, restore, status };
}

const secretOf = async (answer: Promise<Response>) =>
  (await (await answer).json<{ secret: string }>()).secret;

describe("a webhook endpoint after a restore of D1", () => {
  it("that had been deleted is shown as active, gets no event, and can be deleted once more", async () => {
    const { as, path, sent, deliver, later, restore, status } = await aRestored();
    expect((await call("DELETE", path, { as })).status).toBe(204);
    await restore();
    expect(await status()).toBe("active");
    await deliver("evt_later");
    await later(0).catch(() => {});
    expect(sent).toEqual([]);
    expect((await call("DELETE", path, { as })).status).toBe(204);
  });

  it("that had been disabled is shown as active and gets no event until it is enabled", async () => {
    let code = 410;
    const answer = () => new Response("", { status: code });
    const { as, path, sent, deliver, ping, later, restore, status } = await aRestored(answer);
    await ping();
    await later(0);
    expect(await status()).toBe("disabled");
    await restore();
    code = 200;
    await deliver("evt_later");
    await later(0);
    expect([await status(), sent.length]).toEqual(["active", 1]);
    expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
    await later(0);
    expect(sent.map(({ headers }) => headers["webhook-id"]).at(-1)).toBe("evt_later");
  });

  it("with a rotated secret signs with the old one after its next change, until it is rotated again", async () => {
    const { as, path, endpoint, sent, ping, later, restore } = await aRestored();
    const rotate = () =>
      secretOf(call("POST", `${path}/rotate-secret`, { as, body: { overlapSeconds: 0 } }));
    const signer = async () => {
      await ping();
      await later(0);
      const { body, headers } = sent.at(-1) ?? { body: "", headers: {} };
      return (secret: string) => new Webhook(secret).verify(body, headers);
    };
    const rotated = await rotate();
    await restore();
    (await signer())(rotated);
    expect((await call("PATCH", path, { as, body: { description: "x" } })).status).toBe(200);
    (await signer())(endpoint.secret);
    const last = await rotate();
    (await signer())(last);
  });
});
