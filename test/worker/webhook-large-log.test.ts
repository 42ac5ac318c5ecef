import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DeliveryLog } from "../../src/webhooks/delivery/delivery-log.ts";
import { DeliveryStore } from "../../src/webhooks/delivery/delivery-store.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-26T12:00:00Z");

/** Deliveries made at the given times, done or waiting, each with one attempt. */
function fill(sql: SqlStorage, times: number[], dueAt: number | null = null): void {
  sql.exec(
    `INSERT INTO deliveries SELECT 'evt_' || key, 'inspection.flagged', '{}', 'delivered', 1, ?, value
     FROM json_each(?)`,
    dueAt,
    JSON.stringify(times),
  );
  sql.exec(
    "INSERT INTO attempts (event_id, at, ms) SELECT event_id, created_at, 1 FROM deliveries",
  );
}

async function inAnObject<T>(work: (sql: SqlStorage) => T): Promise<T> {
  const { stub } = await aReceiver();
  return runInDurableObject(stub, (_object, { storage }) => work(storage.sql));
}

/** The object's storage, reporting the given size. */
function holding(sql: SqlStorage, databaseSize: number): SqlStorage {
  const exec = sql.exec.bind(sql);
  return { exec, databaseSize } as unknown as SqlStorage;
}

function left(sql: SqlStorage): number[] {
  const count = (table: string) =>
    sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;
  return [count("deliveries"), count("attempts")];
}

describe("the delivery log of a busy endpoint", () => {
  it.each([
    [4 * GIB - 1, 29],
    [4 * GIB, 6],
    [7 * GIB, 1],
  ])("is kept for fewer days the fuller its object is: %i bytes, %i days", async (size, days) => {
    const kept = await inAnObject((sql) => {
      fill(
        sql,
        [1, 6, 29, 31].map((age) => NOW - age * DAY_MS),
      );
      new DeliveryLog(holding(sql, size)).prune(NOW);
      const query = "SELECT min(created_at) AS at FROM deliveries";
      return (NOW - sql.exec<{ at: number }>(query).one().at) / DAY_MS;
    });
    expect(kept).toBe(days);
  });

  it("is pruned by at most 5,000 deliveries at a time until it is empty", async () => {
    const found = await inAnObject((sql) => {
      fill(
        sql,
        Array.from({ length: 7_000 }, (_, at) => NOW - 40 * DAY_MS + at),
      );
      const log = new DeliveryLog(sql);
      log.prune(NOW);
      const first = left(sql);
      log.prune(NOW);
      return [first, left(sql)];
    });
    expect(found).toEqual([
      [2_000, 2_000],
      [0, 0],
    ]);
  });
});

describe("an ordered endpoint with many waiting events", () => {
  it("finds the next event without reading the rest", async () => {
    const read = await inAnObject((sql) => {
      fill(
        sql,
        Array.from({ length: 3_000 }, (_, at) => at),
        5,
      );
      const cursors: SqlStorageCursor<never>[] = [];
      const exec = (query: string, ...values: SqlStorageValue[]) => {
        const cursor = sql.exec<never>(query, ...values);
        cursors.push(cursor);
        return cursor;
      };
      const store = new DeliveryStore({ exec } as unknown as SqlStorage);
      cursors.length = 0;
      const readSince = () => cursors.splice(0).reduce((sum, { rowsRead }) => sum + rowsRead, 0);
      expect(store.dueInOrder(9)).toMatchObject([{ event_id: "evt_0" }]);
      const due = readSince();
      expect(store.nextInOrder()).toBe(5);
      return [due, readSince()];
    });
    expect(Math.max(...read)).toBeLessThan(20);
  });
});
