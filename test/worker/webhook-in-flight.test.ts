import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aReceiver, letTick } from "../support/webhook-endpoint.ts";

const DAY_MS = 86_400_000;
const ATTEMPTS = 10;

/** A receiver during whose call something happens, once. */
async function anInterrupted(status: number, more: object = {}) {
  const told = { status, during: async () => {} };
  const receiver = await aReceiver(async () => {
    const { status: answered, during } = told;
    told.during = async () => {};
    await during();
    return new Response("", { status: answered });
  }, more);
  const { path, as, sent } = receiver;
  await letTick(receiver.stub);
  const replay = async (body: object) => {
    expect((await call("POST", `${path}/replay`, { as, body })).status).toBe(200);
  };
  const statusIs = () =>
    env.DB.prepare("SELECT status FROM webhook_endpoints WHERE id = ?")
      .bind(receiver.endpoint.id)
      .first("status");
  const ids = () => sent.map(({ headers }) => headers["webhook-id"]);
  return { ...receiver, told, replay, statusIs, ids };
}

describe("while a webhook delivery is under way", () => {
  it("a replay of its event is sent, though the call is the last attempt and fails", async () => {
    const { deliver, told, replay, later, ids, log } = await anInterrupted(503);
    await deliver("evt_1");
    await later(0);
    for (let attempt = 2; attempt < ATTEMPTS; attempt += 1) await later(DAY_MS);
    told.during = async () => {
      told.status = 200;
      await replay({ eventId: "evt_1" });
    };
    await later(DAY_MS);
    expect(ids()).toHaveLength(ATTEMPTS);
    // After ten failures in a row the event waits for the next probe, like all others.
    await later(DAY_MS);
    expect(ids()).toHaveLength(ATTEMPTS + 1);
    expect(await log()).toMatchObject({ items: [{ eventId: "evt_1", state: "delivered" }] });
  });

  it("a replay of its event sends the event once more, though the call succeeds", async () => {
    const { deliver, told, replay, later, ids } = await anInterrupted(200);
    told.during = () => replay({ eventId: "evt_1" });
    await deliver("evt_1");
    await later(0);
    await later(0);
    expect(ids()).toEqual(["evt_1", "evt_1"]);
  });

  it("a pause that starts and ends before the answer does not send the event again", async () => {
    const { deliver, told, later, path, as, ids, log } = await anInterrupted(200);
    told.during = async () => {
      for (const paused of [true, false]) {
        expect((await call("PATCH", path, { as, body: { paused } })).status).toBe(200);
      }
    };
    await deliver("evt_1");
    await later(10_000);
    await later(10_000);
    expect(ids()).toEqual(["evt_1"]);
    expect(await log()).toMatchObject({ items: [{ state: "delivered" }] });
  });

  it("410 from an address just replaced leaves the endpoint active, and the event goes to the new address", async () => {
    const { deliver, told, later, path, as, sent, statusIs } = await anInterrupted(410);
    told.during = async () => {
      const body = { url: "http://localhost:9/new" };
      expect((await call("PATCH", path, { as, body })).status).toBe(200);
    };
    await deliver("evt_1");
    await later(0);
    told.status = 200;
    await later(10_000);
    expect(await statusIs()).toBe("active");
    expect(sent.map(({ url }) => url)).toEqual([
      "http://localhost:9/hook",
      "http://localhost:9/new",
    ]);
  });

  it("410 from an address replaced only in D1 leaves the endpoint active, without an audit entry", async () => {
    const { deliver, told, later, path, as, sent, statusIs, endpoint } = await anInterrupted(410);
    const url = "http://localhost:9/new";
    told.during = async () => {
      const moved =
        "UPDATE webhook_endpoints SET url = ?, updated_at = updated_at + 1 WHERE id = ?";
      await env.DB.prepare(moved).bind(url, endpoint.id).run();
    };
    await deliver("evt_1");
    await later(0);
    expect(await statusIs()).toBe("active");
    told.status = 200;
    await deliver("evt_2");
    await later(10_000);
    expect(sent.at(-1)).toMatchObject({ url, headers: { "webhook-id": "evt_2" } });
    const audit = `/admin/audit?tenantId=${path.split("/")[3]}&action=webhook.disabled`;
    expect(await (await call("GET", audit, { as })).json()).toMatchObject({ total: 0 });
  });

  it("410 to a secret replaced only in D1 leaves the endpoint active until the next event gets 410", async () => {
    const { deliver, told, later, statusIs, endpoint } = await anInterrupted(410);
    told.during = async () => {
      const rotated = `UPDATE webhook_endpoints SET updated_at = updated_at + 1,
        secrets = json_insert(secrets, '$[#]', json_extract(secrets, '$[0]')) WHERE id = ?`;
      await env.DB.prepare(rotated).bind(endpoint.id).run();
    };
    await deliver("evt_1");
    await later(0);
    expect(await statusIs()).toBe("active");
    // The next event brings the new secret, and its 410 counts.
    await deliver("evt_2");
    await later(10_000);
    expect(await statusIs()).toBe("disabled");
  });
});
