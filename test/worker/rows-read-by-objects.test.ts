import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import {
  countUnsent,
  createOutbox,
  markSent,
  nextBatch,
  storeEvent,
} from "../../src/events/outbox.ts";
import { DeliveryStore } from "../../src/webhooks/delivery/delivery-store.ts";
import { countingSql } from "../support/rows-read.ts";
import { aReceiver } from "../support/webhook-endpoint.ts";

const KNOWN = 3_000;
/** The rows that may be read: a few in any case, and the batch itself. */
const FEW = 20;

/** Any object has tables of its own for this. */
async function inAnObject<T>(work: (sql: SqlStorage) => T): Promise<T> {
  const { stub } = await aReceiver();
  return runInDurableObject(stub, (_object, { storage }) => work(storage.sql));
}

function fillOutbox(sql: SqlStorage, count: number, sent: 0 | 1, line: string | null): void {
  createOutbox(sql);
  sql.exec(
    `INSERT INTO events (key, hash, received_at, sent, line)
     SELECT 'filled ' || value, 'h', 1000, ?, ? FROM json_each(?)`,
    sent,
    line,
    JSON.stringify(Array.from({ length: count }, (_, at) => at)),
  );
}

const event = (key: string) => ({ key, contentHash: "h", receivedAt: 2_000, line: "{}" });

it("an agent's outbox sends an event without reading the sent ones whose ids it still has", async () => {
  const read = await inAnObject((storage) => {
    fillOutbox(storage, KNOWN, 1, null);
    const { sql, readSince } = countingSql(storage);
    storeEvent(sql, event("new"));
    markSent(sql, nextBatch(sql), 3_000);
    return readSince();
  });
  expect(read).toBeLessThan(FEW);
});

it("an agent's outbox stores an event without reading the events that wait", async () => {
  const found = await inAnObject((storage) => {
    fillOutbox(storage, 1_500, 0, "{}");
    const { sql, readSince } = countingSql(storage);
    const outcome = storeEvent(sql, event("one more"));
    return { outcome, waiting: countUnsent(sql), read: readSince() };
  });
  expect(found).toMatchObject({ outcome: "stored", waiting: 1_501 });
  expect(found.read).toBeLessThan(FEW);
});

it("an endpoint with an open breaker finds its probe without reading all waiting deliveries", async () => {
  const found = await inAnObject((storage) => {
    storage.exec(
      `INSERT INTO deliveries (event_id, type, body, state, attempts, due_at, created_at)
       SELECT 'evt_' || value, 'inspection.flagged', '{}', 'pending', 0, iif(value < 3, 99, 5), value
       FROM json_each(?)`,
      JSON.stringify(Array.from({ length: KNOWN }, (_, at) => at)),
    );
    const { sql, readSince } = countingSql(storage);
    const store = new DeliveryStore(sql);
    readSince();
    const probes = [4, 5].map((now) => store.probe(now).map(({ event_id: id }) => id));
    store.add({ id: "ping", type: "ping", body: "{}", createdAt: 1 }, 5);
    for (const now of [0, 5]) probes.push(store.probe(now).map(({ event_id: id }) => id));
    return { probes, read: readSince() };
  });
  // The three oldest are to be tried again later.
  expect(found.probes).toEqual([[], ["evt_3"], ["ping"], ["ping"]]);
  expect(found.read).toBeLessThan(FEW);
});

it("an enrolment code gives a place without reading all places given before", async () => {
  const codes = env.ENROLLMENT_CODE;
  const stub = codes.get(codes.idFromName("many-places"));
  const order = { maxUses: KNOWN + 2, expired: false, replayMs: 1, now: 1 };
  const found = await runInDurableObject(stub, (code, { storage }) => {
    const claim = (key: string) => code.claim({ ...order, keyFingerprint: key, agentId: key });
    code.forget("nobody", "nobody");
    storage.sql.exec(
      "INSERT INTO claims (key, agent_id, at) SELECT 'k' || value, 'a', 1 FROM json_each(?)",
      JSON.stringify(Array.from({ length: KNOWN }, (_, at) => at)),
    );
    claim("first");
    const { sql, readSince } = countingSql(storage.sql);
    const exec = vi.spyOn(storage.sql, "exec").mockImplementation(sql.exec);
    const outcomes = [claim("second"), claim("third")];
    code.forget("second", "second");
    outcomes.push(claim("third"));
    exec.mockRestore();
    return { outcomes, read: readSince() };
  });
  expect(found.outcomes).toMatchObject([
    { agentId: "second" },
    { error: "code_consumed" },
    { agentId: "third" },
  ]);
  expect(found.read).toBeLessThan(FEW);
});
