import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import {
  createOutbox,
  markSent,
  MAX_UNSENT,
  nextBatch,
  recentEvents,
  storeEvent,
  storeOwnEvent,
} from "../../../src/events/outbox.ts";

const HOUR = 3_600_000;
const READABLE = 200;

/** The same SQL that a Durable Object runs, over Node's own SQLite. */
function anOutbox() {
  const db = new DatabaseSync(":memory:");
  const exec = (query: string, ...values: (string | number)[]) => {
    const rows = db.prepare(query).all(...values);
    return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows.values() };
  };
  const sql = { exec } as unknown as SqlStorage;
  createOutbox(sql);
  const event = (key: string, receivedAt = 0, line = key) => {
    return { key, contentHash: `hash of ${key}`, receivedAt, line };
  };
  return {
    sql,
    store: (key: string, receivedAt?: number, line?: string) =>
      storeEvent(sql, event(key, receivedAt, line)),
    storeOwn: (key: string) => storeOwnEvent(sql, event(key)),
    /** Adds so many events at once. */
    fill: (name: string, count: number, receivedAt = 0) =>
      exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO events (key, hash, received_at, line) SELECT ? || i, 'h', ?, '{}' FROM n`,
        count,
        name,
        receivedAt,
      ),
    /** Hands all waiting events to a queue, call by call. */
    send: (now: number) => {
      const sizes: number[] = [];
      for (let batch = nextBatch(sql); batch.length > 0; batch = nextBatch(sql)) {
        sizes.push(batch.length);
        markSent(sql, batch, now);
      }
      return sizes;
    },
  };
}

describe("the outbox of an agent", () => {
  it("refuses an event beyond MAX_UNSENT with 503, but takes the server's own", () => {
    const { store, storeOwn, fill, send } = anOutbox();
    fill("f", MAX_UNSENT - 1);
    expect(store("last")).toBe("stored");
    expect(store("more")).toMatchObject({ status: 503, error: "outbox_full" });
    // An event that it has already is still answered as replayed.
    expect(store("last")).toBe("replayed");
    storeOwn("own");
    send(0);
    expect(store("more")).toBe("stored");
    expect(store("own")).toBe("replayed");
  });

  it("hands on the oldest first, at most a hundred in one call", () => {
    const { sql, store, fill, send } = anOutbox();
    for (const key of ["z", "y", "x"]) store(key);
    expect(nextBatch(sql).map(({ line }) => line)).toEqual(["z", "y", "x"]);
    fill("f", 198);
    expect(send(0)).toEqual([100, 100, 1]);
  });

  it("hands on at most 240,000 bytes in one call, and a larger event alone", () => {
    const { store, send } = anOutbox();
    store("a", 0, "x".repeat(120_000));
    store("b", 0, "ñ".repeat(60_000));
    store("c", 0, "x");
    store("d", 0, "x".repeat(240_001));
    store("e", 0, "x");
    expect(send(0)).toEqual([2, 1, 1, 1]);
  });

  it("recognises an event's id for 72 hours, and longer while it is among the last 200", () => {
    const at = 1_000 * HOUR;
    const { store, fill, send } = anOutbox();
    store("early", at);
    fill("f", READABLE - 1, at);
    send(at + 1_000 * HOUR);
    expect(store("early")).toBe("replayed");
    store("next", at);
    send(at + 72 * HOUR);
    expect(store("early")).toBe("replayed");
    store("third", at);
    send(at + 72 * HOUR + 1);
    expect(store("early")).toBe("stored");
  });

  it("recognises the ids of the last fifty thousand events at most", () => {
    const { sql, store, fill } = anOutbox();
    store("first");
    fill("f", 49_999);
    const sent = (seq: number) => markSent(sql, [{ seq, line: "" }], 0);
    sent(50_000);
    expect(store("first")).toBe("replayed");
    store("one more");
    sent(50_001);
    expect(store("first")).toBe("stored");
  });

  it("shows the last two hundred, newest first, whether they were sent or not", () => {
    const { sql, store, fill, send } = anOutbox();
    store("gone");
    store("oldest");
    fill("f", READABLE - 2);
    expect(recentEvents(sql, 1, READABLE - 1).items.map(textOf)).toEqual(["gone"]);
    send(0);
    store("newest");
    const { items, total } = recentEvents(sql, READABLE, 0);
    expect(total).toBe(READABLE);
    expect([textOf(items[0]), textOf(items.at(-1))]).toEqual(["newest", "oldest"]);
    expect([items[0]?.sent, items.at(-1)?.sent]).toEqual([false, true]);
    send(0);
    const kept = sql.exec<{ n: number }>("SELECT count(line) AS n FROM events").one();
    expect(kept.n).toBe(READABLE);
  });
});

function textOf(item: { line: ArrayBuffer } | undefined): string {
  return new TextDecoder().decode(item?.line);
}
