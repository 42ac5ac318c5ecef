import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { keyAccessFor } from "../../src/encryption/key-access.ts";
import { livePlatform } from "../../src/platform/index.ts";
import { WebhookEndpoint } from "../../src/webhooks/delivery/endpoint-object.ts";
import { call } from "../support/call.ts";
import { countingSql } from "../support/rows-read.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const WAIT_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const away = () => Promise.reject(new Error("The keyring is away."));
const KEYRING = { idFromName: () => "", get: () => ({ lease: away }) };

/** A receiver whose endpoint can be kept from opening its secrets. */
async function aTroubled(...given: Parameters<typeof aReceiver>) {
  const receiver = await aReceiver(...given);
  const { stub, tenantId, path, as, sent } = receiver;
  const inside = <T>(work: (object: WebhookEndpoint, state: DurableObjectState) => T) =>
    runInDurableObject(stub, work);
  const keys = (found: object) =>
    inside((object) => {
      keyAccessFor(env, livePlatform, () => {}).leases.forget(tenantId);
      Object.assign(object, { env: { ...env, ...found } });
    });
  return {
    ...receiver,
    inside,
    lock: () => keys({ KEYRING }),
    unlock: () => keys({}),
    now: () => inside((object) => object.clock()),
    ids: () => sent.map(({ headers }) => headers["webhook-id"]),
    health: async () =>
      (await call("GET", `${path}/health`, { as })).json<Record<string, unknown>>(),
    replay: async (eventId: string) =>
      expect((await call("POST", `${path}/replay`, { as, body: { eventId } })).status).toBe(200),
  };
}

const named = (count: number) => Array.from({ length: count }, (_, at) => `evt_${1_000 + at}`);

describe("an endpoint whose secrets cannot be opened", () => {
  it("writes a few rows for each try, however many events wait", async () => {
    const { inside, lock, deliver, later, stub } = await aTroubled();
    await deliver(...named(300));
    await lock();
    const { counter, exec } = await inside((_object, { storage }) => {
      const counting = countingSql(storage.sql);
      return {
        counter: counting,
        exec: vi.spyOn(storage.sql, "exec").mockImplementation(counting.sql.exec),
      };
    });
    for (let turn = 0; turn < 5; turn += 1) await later(WAIT_MS);
    const written = await inside(() => {
      exec.mockRestore();
      return counter.writtenSince();
    });
    expect(await stub.condition()).toMatchObject({ waiting: 300, failures: 0 });
    expect(written).toBeLessThan(20);
  });

  it("tries again every half minute, not for each event that arrives meanwhile", async () => {
    const { inside, lock, unlock, deliver, later, now, stub, ids } = await aTroubled();
    await lock();
    await deliver("evt_2", "evt_1");
    await later(0);
    const until = (await now()) + WAIT_MS;
    await later(10_000);
    await deliver("evt_0");
    expect(await stub.condition()).toMatchObject({ waiting: 3, nextAt: until });
    expect(await inside((_object, { storage }) => storage.getAlarm())).toBe(until);
    await unlock();
    await later(19_999);
    expect(ids()).toEqual([]);
    await later(1);
    // In the order of arrival, though the last is the first by its id.
    expect(ids()).toEqual(["evt_2", "evt_1", "evt_0"]);
  });

  it("sends in the order of the events afterwards, if `ordered`", async () => {
    const { lock, unlock, deliver, later, ids } = await aTroubled(undefined, { ordered: true });
    await lock();
    await deliver("evt_1", "evt_2");
    await later(0);
    await later(WAIT_MS);
    await deliver("evt_3");
    await unlock();
    await later(WAIT_MS);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3"]);
  });

  it("fails no event, is not late and not disabled for the days that this lasted", async () => {
    const { lock, unlock, deliver, later, ids, health, now } = await aTroubled(undefined, {
      maxPerMinute: 1,
    });
    await deliver("evt_1", "evt_2", "evt_3", "evt_4");
    await later(0);
    await lock();
    for (let week = 0; week < 3; week += 1) await later(7 * DAY_MS);
    expect(await health()).toMatchObject({ waiting: 3, overdueSince: null, failuresInARow: 0 });
    await unlock();
    const end = (await now()) + WAIT_MS;
    await later(WAIT_MS);
    const overdueSince = new Date(end).toISOString();
    expect(await health()).toMatchObject({ waiting: 2, overdueSince });
    for (let minute = 0; minute < 2; minute += 1) await later(MINUTE_MS);
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_3", "evt_4"]);
  });

  it("starts the 14 days for events without a turn when the secrets can be opened", async () => {
    const { lock, unlock, deliver, later, ids, health } = await aTroubled(undefined, {
      maxPerMinute: 1,
    });
    await lock();
    await deliver("evt_1", "evt_2", "evt_3");
    for (let day = 0; day < 3; day += 1) await later(DAY_MS);
    await unlock();
    await later(WAIT_MS);
    await later(14 * DAY_MS);
    expect(await health()).toMatchObject({ waiting: 1 });
    await later(1);
    expect(await health()).toMatchObject({ waiting: 0 });
    expect(ids()).toEqual(["evt_1", "evt_2"]);
  });

  it("counts no more failures, though its receiver failed before", async () => {
    const { inside, lock, deliver, later, now, health, path, as } = await aTroubled();
    const since = (await now()) - 4 * DAY_MS;
    await inside((_object, { storage: { sql } }) => {
      sql.exec("INSERT INTO health (id, failures, since) VALUES (1, 25, ?)", since);
    });
    await lock();
    await deliver("evt_1");
    for (let turn = 0; turn < 3; turn += 1) await later(DAY_MS);
    const failingSince = new Date(since).toISOString();
    expect(await health()).toMatchObject({ failuresInARow: 25, failingSince });
    expect(await (await call("GET", path, { as })).json()).toMatchObject({ status: "active" });
  });

  it("continues after its object was restarted", async () => {
    const { inside, lock, unlock, deliver, later, now, ids } = await aTroubled();
    await lock();
    await deliver("evt_1");
    await later(0);
    const until = (await now()) + WAIT_MS;
    await unlock();
    const woken = await inside(async (object, state) => {
      const next = new WebhookEndpoint(state, env);
      const { fetcher } = object;
      const tellAt = async (at: number) => {
        Object.assign(next, { clock: () => at, fetcher });
        await next.alarm();
        return [next.condition().nextAt, await state.storage.getAlarm(), ids().length];
      };
      return [await tellAt(until - 1), (await tellAt(until)).at(-1)];
    });
    expect(woken).toEqual([[until, until, 0], 1]);
  });

  it("sends events that an older version had delayed row by row", async () => {
    const { inside, deliver, later, now, ids } = await aTroubled();
    await deliver("evt_2", "evt_1");
    const until = (await now()) + WAIT_MS;
    await inside((_object, { storage: { sql } }) => {
      sql.exec("UPDATE deliveries SET due_at = ?", until);
    });
    await deliver("evt_3");
    await later(0);
    expect(ids()).toEqual(["evt_3"]);
    await later(WAIT_MS);
    expect(ids()).toEqual(["evt_3", "evt_2", "evt_1"]);
  });

  it("tries a ping at once, without sending other events sooner", async () => {
    const { lock, unlock, ping, deliver, later, ids } = await aTroubled();
    await lock();
    await deliver("evt_1");
    await later(0);
    await unlock();
    const eventId = await ping();
    await later(0);
    expect(ids()).toEqual([eventId]);
    await later(WAIT_MS);
    expect(ids()).toEqual([eventId, "evt_1"]);
  });

  it("sends the waiting pings at the pace of its other calls", async () => {
    const { lock, unlock, ping, deliver, later, ids } = await aTroubled(undefined, {
      maxPerMinute: 1,
    });
    await lock();
    await deliver("evt_1");
    await ping();
    await later(0);
    await ping();
    await later(10_000);
    await unlock();
    await later(WAIT_MS);
    expect(ids()).toHaveLength(1);
    for (const count of [2, 3]) {
      await later(MINUTE_MS);
      expect(ids()).toHaveLength(count);
    }
  });

  it("tries a replayed event at once", async () => {
    const { lock, unlock, deliver, later, ids, replay } = await aTroubled();
    await deliver("evt_1");
    await later(0);
    await lock();
    await deliver("evt_2");
    await later(0);
    await later(1_000);
    await unlock();
    await replay("evt_1");
    await later(0);
    // The event that has waited longer goes first.
    expect(ids()).toEqual(["evt_1", "evt_2", "evt_1"]);
  });

  it("sends at once if disabled and enabled again since", async () => {
    let status = 410;
    const answer = () => new Response("", { status });
    const { lock, unlock, ping, deliver, later, ids, path, as } = await aTroubled(answer);
    await lock();
    await deliver("evt_1");
    await later(0);
    await unlock();
    const eventId = await ping();
    await later(0);
    status = 200;
    expect((await call("POST", `${path}/enable`, { as })).status).toBe(200);
    await deliver("evt_2");
    await later(0);
    expect(ids()).toEqual([eventId, "evt_2"]);
  });

  it("logs the next attempt no sooner than it is possible", async () => {
    let status = 500;
    const answer = () => new Response("", { status });
    const { lock, unlock, deliver, later, now, log, stub } = await aTroubled(answer);
    await deliver("evt_1");
    await later(0);
    await lock();
    await later(5_000);
    await later(WAIT_MS);
    const until = (await now()) + WAIT_MS;
    const attempts = [{ status: 500, nextAt: new Date(until).toISOString() }];
    expect(await log()).toMatchObject({ items: [{ attempts }] });
    expect(await stub.delivery("evt_1")).toMatchObject({ delivery: { due_at: until } });
    await unlock();
    status = 200;
    await later(WAIT_MS);
    expect(await log()).toMatchObject({ items: [{ state: "delivered" }] });
    expect(await stub.delivery("evt_1")).toMatchObject({ delivery: { due_at: null } });
  });
});
