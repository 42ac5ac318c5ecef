import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aVisitor } from "../support/visitor.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A receiver that answers 503 to the ids that a test refuses. */
async function aChoosy(more: object) {
  const refused = new Set<string>();
  const receiver = await aReceiver(
    ({ headers }) =>
      new Response("", { status: refused.has(headers["webhook-id"] ?? "") ? 503 : 200 }),
    more,
  );
  const ids = () => receiver.sent.map(({ headers }) => headers["webhook-id"]);
  const health = async () => {
    const answer = await call("GET", `${receiver.path}/health`, { as: receiver.as });
    expect(answer.status).toBe(200);
    return answer.json<Record<string, unknown>>();
  };
  return { ...receiver, refused, ids, health };
}

describe("an ordered webhook endpoint", () => {
  it("gets no event past a failing one, and then all in the order of the events", async () => {
    const { deliver, refused, later, ids } = await aChoosy({ ordered: true });
    refused.add("evt_2");
    await deliver("evt_1", "evt_2", "evt_3");
    await later(0);
    expect(ids()).toEqual(["evt_1", "evt_2"]);
    await deliver("evt_4");
    await later(4_000);
    expect(ids()).toEqual(["evt_1", "evt_2"]);
    refused.clear();
    await later(1_000);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_2", "evt_3", "evt_4"]);
  });

  it("gets the next event once the first one has failed for good", async () => {
    const { deliver, refused, later, ids } = await aChoosy({ ordered: true });
    refused.add("evt_1");
    await deliver("evt_1", "evt_2");
    for (let round = 0; round < 12; round += 1) await later(DAY_MS + 5 * 3_600_000);
    expect(ids()).toEqual([...Array.from({ length: 10 }, () => "evt_1"), "evt_2"]);
  });

  it("gets a ping at once, past the waiting events", async () => {
    const { deliver, refused, ping, later, ids } = await aChoosy({ ordered: true });
    refused.add("evt_1");
    await deliver("evt_1");
    await later(0);
    const eventId = await ping();
    await later(0);
    expect(ids()).toEqual(["evt_1", eventId]);
  });

  it("is not held up by a failing ping, which is retried past the waiting events", async () => {
    const { deliver, refused, ping, later, ids } = await aChoosy({ ordered: true });
    const eventId = await ping();
    refused.add(eventId);
    await later(4_000);
    await deliver("evt_1", "evt_2");
    await later(0);
    expect(ids()).toEqual([eventId, "evt_1", "evt_2"]);
    refused.add("evt_3");
    await deliver("evt_3");
    await later(5_000);
    expect(ids().slice(3)).toEqual(["evt_3", eventId]);
  });

  it("without `ordered` gets the next events past a failing one", async () => {
    const { deliver, refused, later, ids } = await aChoosy({});
    refused.add("evt_1");
    await deliver("evt_1", "evt_2", "evt_3");
    await later(0);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3"]);
  });
});

describe("a webhook endpoint that is paused and resumed", () => {
  it("retries a failed delivery no sooner than planned", async () => {
    const { deliver, refused, later, ids, path, as } = await aChoosy({});
    refused.add("evt_1");
    await deliver("evt_1");
    await later(0);
    for (const paused of [true, false]) await call("PATCH", path, { as, body: { paused } });
    await later(4_999);
    expect(ids()).toEqual(["evt_1"]);
    await later(1);
    expect(ids()).toEqual(["evt_1", "evt_1"]);
  });
});

describe("a webhook endpoint with maxPerMinute", () => {
  it("is called no more often, and gets every event in the end", async () => {
    const { deliver, later, ids } = await aChoosy({ maxPerMinute: 2 });
    await deliver("evt_1", "evt_2", "evt_3", "evt_4", "evt_5");
    await later(0);
    expect(ids()).toEqual(["evt_1"]);
    await later(MINUTE_MS / 2 - 1);
    expect(ids()).toHaveLength(1);
    for (let round = 0; round < 4; round += 1) await later(MINUTE_MS / 2);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3", "evt_4", "evt_5"]);
  });

  it("gets a ping at once, which delays no other event", async () => {
    const { deliver, ping, later, ids } = await aChoosy({ maxPerMinute: 1 });
    await deliver("evt_1", "evt_2");
    await later(0);
    const eventId = await ping();
    await later(1_000);
    expect(ids()).toEqual(["evt_1", eventId]);
    await later(MINUTE_MS - 1_000);
    expect(ids()).toEqual(["evt_1", eventId, "evt_2"]);
  });

  it("sends the waiting events at once when the limit is removed, but not after any other change", async () => {
    const { deliver, later, ids, path, as } = await aChoosy({ maxPerMinute: 1, ordered: true });
    await deliver("evt_1", "evt_2", "evt_3");
    await later(0);
    const other = await call("PATCH", path, { as, body: { ordered: false } });
    expect(await other.json()).toMatchObject({ maxPerMinute: 1, ordered: false });
    await later(0);
    expect(ids()).toHaveLength(1);
    const changed = await call("PATCH", path, { as, body: { maxPerMinute: null } });
    expect(await changed.json()).toMatchObject({ maxPerMinute: null, ordered: false });
    await later(0);
    expect(ids()).toHaveLength(3);
  });

  it("is called no more often than the wider of two limits allows, however often they change", async () => {
    const { deliver, later, ids, path, as } = await aChoosy({ maxPerMinute: 1 });
    await deliver(...Array.from({ length: 8 }, (_, at) => `evt_${at}`));
    await later(0);
    for (const maxPerMinute of [2, 1, 2, 1, 2, 1, 2]) {
      await call("PATCH", path, { as, body: { maxPerMinute } });
      await later(1_000);
    }
    expect(ids()).toHaveLength(1);
    await later(MINUTE_MS / 2 - 7_000);
    expect(ids()).toHaveLength(2);
  });

  it("is called again a full round of a wider limit after the change, not sooner", async () => {
    const { deliver, later, ids, path, as } = await aChoosy({ maxPerMinute: 1 });
    await deliver("evt_1", "evt_2");
    await later(0);
    // 60 a minute go out four at a time, which leaves 57 to spread over the minute.
    await call("PATCH", path, { as, body: { maxPerMinute: 60 } });
    const round = Math.ceil((4 * MINUTE_MS) / 57);
    await later(round - 1);
    expect(ids()).toEqual(["evt_1"]);
    await later(1);
    expect(ids()).toEqual(["evt_1", "evt_2"]);
  });

  it.each([0, 6_001, 1.5, "60"])("400 for a limit of %s", async (maxPerMinute) => {
    const { path, as } = await aReceiver();
    const changed = await call("PATCH", path, { as, body: { maxPerMinute } });
    expect(changed.status).toBe(400);
    expect(JSON.stringify(await changed.json())).toContain("maxPerMinute");
  });
});

describe("GET .../webhooks/{id}/health", () => {
  it("200 with the waiting events, since when deliveries fail, and when the endpoint is disabled for it", async () => {
    const { deliver, refused, later, health } = await aChoosy({ ordered: true });
    expect(await health()).toEqual({
      waiting: 0,
      overdueSince: null,
      nextAttemptAt: null,
      failuresInARow: 0,
      failingSince: null,
      switchedOffAfter: null,
    });
    refused.add("evt_1");
    await deliver("evt_1", "evt_2");
    await later(0);
    const failing = await health();
    expect(failing).toMatchObject({ waiting: 2, failuresInARow: 1 });
    const [since, next, end] = ["failingSince", "nextAttemptAt", "switchedOffAfter"].map((name) =>
      Date.parse(String(failing[name])),
    );
    expect(Number(next) - Number(since)).toBe(5_000);
    expect(Number(end) - Number(since)).toBe(5 * DAY_MS);
    refused.clear();
    await later(5_000);
    expect(await health()).toMatchObject({ waiting: 0, failuresInARow: 0, failingSince: null });
  });

  it("404 for another tenant's endpoint", async () => {
    const [{ path }, { as }] = await Promise.all([aReceiver(), aReceiver()]);
    expect((await call("GET", `${path}/health`, { as })).status).toBe(404);
  });
});

describe("a webhook endpoint with more events than it can send", () => {
  const SPANISH = { "accept-language": "es" };

  it("shows since when the oldest event is due, in the API and the portal, while events are late", async () => {
    const { deliver, later, health, path, tenantId, stub } = await aChoosy({ maxPerMinute: 1 });
    const ana = await aVisitor("owner", [tenantId]);
    const own = path.replace(/^.*\/webhooks/, `/portal/t/${tenantId}/webhooks`);
    const read = async (page: string, headers = {}) => (await ana.get(page, headers)).text();
    await deliver(...Array.from({ length: 200 }, (_, at) => `evt_${at}`));
    await later(0);
    const { overdueSince: since } = await health();
    const began = Date.parse(String(since));
    expect(Number.isNaN(began)).toBe(false);
    expect(await read(own)).not.toContain("come later and later");
    for (let minute = 0; minute < 61; minute += 1) await later(MINUTE_MS);
    expect(await health()).toMatchObject({ failingSince: null, overdueSince: since });
    // The portal's pages use their own clock.
    await runInDurableObject(stub, (_object, { storage }) =>
      storage.sql.exec("UPDATE deliveries SET due_at = due_at - 3601000 WHERE due_at IS NOT NULL"),
    );
    const page = await read(own);
    expect(page).toContain("Deliveries come later and later");
    expect(page).toMatch(
      /Deliveries that wait: 1\d\d\. The one that waits longest has been due since/,
    );
    expect(await read(own, SPANISH)).toContain("Las entregas llegan cada vez más tarde");
    expect(await read(`/portal/t/${tenantId}/webhooks`)).toContain(">late</span>");
    expect(await read(`/portal/t/${tenantId}`)).toContain(": Deliveries come later and later");
  });

  it("fails the events not sent within 14 days, which a replay sends", async () => {
    const { deliver, later, health, ids, log, path, as } = await aChoosy({ maxPerMinute: 1 });
    await deliver("evt_1", "evt_2", "evt_3", "evt_4");
    await later(0);
    expect(ids()).toEqual(["evt_1"]);
    await later(14 * DAY_MS);
    expect(await health()).toMatchObject({ waiting: 2 });
    await later(MINUTE_MS);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3"]);
    expect(await health()).toMatchObject({ waiting: 0, overdueSince: null });
    const { items } = await log<{ items: { eventId: string; state: string }[] }>();
    const states = Object.fromEntries(items.map(({ eventId, state }) => [eventId, state]));
    const done = { evt_1: "delivered", evt_2: "delivered", evt_3: "delivered" };
    expect(states).toEqual({ ...done, evt_4: "failed" });
    const again = await call("POST", `${path}/replay`, { as, body: { eventId: "evt_4" } });
    expect(again.status).toBe(200);
    await later(MINUTE_MS);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3", "evt_4"]);
  });

  it("does not count the time it was paused", async () => {
    const { deliver, later, health, ids, path, as } = await aChoosy({ maxPerMinute: 1 });
    await deliver("evt_1", "evt_2", "evt_3", "evt_4");
    await later(0);
    await call("PATCH", path, { as, body: { paused: true } });
    await later(20 * DAY_MS);
    expect(await health()).toMatchObject({ waiting: 3, overdueSince: null });
    await call("PATCH", path, { as, body: { paused: false } });
    for (let minute = 0; minute < 4; minute += 1) await later(MINUTE_MS);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3", "evt_4"]);
  });
});
