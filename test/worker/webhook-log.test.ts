import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DeliveryStore } from "../../src/webhooks/delivery/delivery-store.ts";
import { call } from "../support/call.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const LOGGED = 2_000;
const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

describe("the delivery log of an endpoint", () => {
  it("keeps the latest 50 attempts of an event, however often the event is replayed", async () => {
    const { as, path, deliver, later, log, stub } = await aReceiver(
      () => new Response("x".repeat(1_024)),
    );
    await deliver("evt_other", "evt_one");
    await later(0);
    // As if the event had been sent again in each of the next milliseconds.
    const before = 45;
    await runInDurableObject(stub, (_object, { storage }) => {
      storage.sql.exec(
        `INSERT INTO attempts (event_id, at, status, ms, response)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         SELECT event_id, at + i, status, ms, response FROM attempts, n WHERE event_id = 'evt_one'`,
        before,
      );
    });
    await later(before);
    for (let times = before; times < 55; times += 1) {
      const body = { eventId: "evt_one" };
      expect((await call("POST", `${path}/replay`, { as, body })).status).toBe(200);
      await later(1);
    }
    const { items } = await log<{ items: { eventId: string; attempts: { at: string }[] }[] }>();
    const attemptsOf = (id: string) =>
      items.find(({ eventId }) => eventId === id)?.attempts.map(({ at }) => Date.parse(at)) ?? [];
    const kept = attemptsOf("evt_one");
    expect([kept.length, attemptsOf("evt_other").length]).toEqual([50, 1]);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    const last = kept.at(-1) ?? 0;
    expect(last - (kept[0] ?? 0)).toBe(49);
    const rows = await runInDurableObject(stub, (_object, { storage }) =>
      storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM attempts").one(),
    );
    expect(rows.n).toBe(51);
  });

  it("is not scanned to find the next due delivery, however long it is", async () => {
    const { stub } = await aReceiver();
    const read = await runInDurableObject(stub, (_object, { storage }) => {
      const cursors: SqlStorageCursor<never>[] = [];
      const exec = (query: string, ...values: SqlStorageValue[]) => {
        const cursor = storage.sql.exec<never>(query, ...values);
        cursors.push(cursor);
        return cursor;
      };
      const store = new DeliveryStore({ exec } as unknown as SqlStorage);
      storage.sql.exec(
        `INSERT INTO deliveries
         SELECT value, 'inspection.flagged', '{}', 'delivered', 1, NULL, value
         FROM json_each(?)`,
        JSON.stringify(Array.from({ length: LOGGED }, (_, at) => at)),
      );
      const due = { id: "due", type: "inspection.flagged", body: "{}", createdAt: LOGGED };
      store.add(due, 7);
      cursors.length = 0;
      const readSince = () => cursors.splice(0).reduce((sum, { rowsRead }) => sum + rowsRead, 0);
      expect(store.nextDue()).toBe(7);
      const next = readSince();
      expect(store.nextInOrder()).toBe(7);
      const inOrder = readSince();
      expect(store.dueInOrder(7)).toMatchObject([{ event_id: "due" }]);
      return [next, inOrder, readSince()];
    });
    expect(Math.max(...read)).toBeLessThan(10);
  });

  it("keeps finished deliveries for thirty days, and waiting ones as long as they wait", async () => {
    const { stub, deliver, later } = await aReceiver(({ headers }) =>
      headers["webhook-id"] === "done" ? new Response("ok") : new Response("", { status: 500 }),
    );
    const logged = () =>
      runInDurableObject(stub, (_object, { storage }) => {
        const idsOf = (table: string) =>
          storage.sql
            .exec<{ id: string }>(`SELECT DISTINCT event_id AS id FROM ${table} ORDER BY id`)
            .toArray()
            .map(({ id }) => id);
        return { deliveries: idsOf("deliveries"), attempts: idsOf("attempts") };
      });
    const both = ["done", "waits"];
    await deliver(...both);
    await later(0);
    await later(MONTH_MS);
    expect(await logged()).toEqual({ deliveries: both, attempts: both });
    await later(1);
    expect(await logged()).toEqual({ deliveries: ["waits"], attempts: ["waits"] });
  });

  it.each([false, true])(
    "is emptied a day after its month at the latest if no more events arrive (paused: %s)",
    async (paused) => {
      const { stub, path, as, ping, later, log } = await aReceiver();
      await ping();
      await later(0);
      await call("PATCH", path, { as, body: { paused } });
      expect(await log()).toMatchObject({ total: 1 });
      const rings = await runInDurableObject(stub, (_object, { storage }) => storage.getAlarm());
      expect((rings ?? Infinity) - Date.now()).toBeLessThanOrEqual(MONTH_MS + DAY_MS);
      await later(MONTH_MS + DAY_MS);
      expect(await log()).toMatchObject({ total: 0 });
      const again = await runInDurableObject(stub, (_object, { storage }) => storage.getAlarm());
      expect(again).toBeNull();
    },
  );
});
