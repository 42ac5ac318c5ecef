import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
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
import { rounds } from "../../support/rounds.ts";

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

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant("store"), n: fc.nat(6), as: fc.nat(1) }) },
  fc.record({ does: fc.constant("fill"), n: fc.constantFrom(3, 98, 150, 199), as: fc.nat(1) }),
  { weight: 4, arbitrary: fc.record({ does: fc.constant("send"), n: fc.nat(3), as: fc.nat(3) }) },
  fc.record({ does: fc.constant("wait"), n: fc.constantFrom(1, 71, 73), as: fc.nat(1) }),
);

describe("events stored and sent in any order, some of them after the queue has failed", () => {
  it("reach the queue in the order of their arrival, none is lost, and their ids are known for 72 hours", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const { sql, fill } = anOutbox();
        const arrived: string[] = [];
        const queued: string[] = [];
        const known = new Map<string, { hash: string; at: number; place: number }>();
        let [now, filled, fills] = [0, 0, 0];
        const store = (n: number, hash: string) => {
          const key = `e${n}`;
          const line = `${key} ${hash} ${arrived.length}`;
          const before = known.get(key);
          const told = storeEvent(sql, { key, contentHash: hash, receivedAt: now, line });
          const isYoung = before !== undefined && now - before.at <= 72 * HOUR;
          if (isYoung && before.hash === hash) return expect(told).toBe("replayed");
          if (isYoung) return expect(told).toMatchObject({ error: "event_id_conflict" });
          if (told !== "stored") return expect(before).toBeDefined();
          known.set(key, { hash, at: now, place: arrived.length });
          arrived.push(line);
        };
        const send = (isMarked: boolean) => {
          const batch = nextBatch(sql);
          expect(batch.length).toBeLessThanOrEqual(100);
          queued.push(...batch.map(({ line }) => line).filter((line) => line !== "{}"));
          // An event that comes while the queue is asked is not taken for sent.
          store(9, `h${filled}`);
          if (isMarked) markSent(sql, batch, now);
          else queued.splice(queued.length - batch.filter(({ line }) => line !== "{}").length);
        };
        for (const { does, n, as } of steps) {
          if (does === "store") store(n, `h${as}`);
          else if (does === "send") for (let at = 0; at <= n; at += 1) send(as > 0);
          else if (does === "wait") now += n * HOUR;
          else if (filled + n < MAX_UNSENT) {
            fill(`f${(fills += 1)}-`, n, now);
            filled += n;
          }
        }
        while (nextBatch(sql).length > 0) {
          const batch = nextBatch(sql);
          queued.push(...batch.map(({ line }) => line).filter((line) => line !== "{}"));
          markSent(sql, batch, now);
        }
        expect(queued).toEqual(arrived);
      }),
      { numRuns: rounds(200) },
    );
  });
});

function textOf(item: { line: ArrayBuffer } | undefined): string {
  return new TextDecoder().decode(item?.line);
}
