import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Person } from "../../src/access/principal.ts";
import { replayEvents } from "../../src/events/replay-events.ts";
import { insertDead } from "../../src/events/store.ts";
import { database, livePlatform, SEND_WITHIN_MS, type LogLine } from "../../src/platform/index.ts";
import { consume } from "../../src/queues.ts";
import { MAX_TEXT } from "../../src/ai/documents/limits.ts";
import { anApp } from "../support/app.ts";
import { aMember, aTenant } from "../support/people.ts";

/** A queue that takes what it is given and never says so. The time of a send goes by at once. */
function aMuteQueue() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const send = vi.fn(() => {
    queueMicrotask(() => void vi.advanceTimersByTimeAsync(SEND_WITHIN_MS));
    return new Promise<never>(() => {});
  });
  return { send, queue: { send } as unknown as Queue<never> };
}

afterEach(() => vi.useRealTimers());

describe("a queue that never answers", () => {
  it.each([
    ["PUT", "/ai/documents/manual", { title: "m", source: "s", text: "A word. ".repeat(MAX_TEXT) }],
    ["POST", "/ai/documents", { title: "m", source: "s", text: "A word. ".repeat(MAX_TEXT) }],
    ["POST", "/ai/reindex", {}],
  ])("%s %s is 503 and may be sent again", async (method, path, body) => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { queue, send } = aMuteQueue();
    const { request } = anApp({}, { DOCUMENTS: queue });
    const answer = await request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ tenantId, ...body }),
    });
    expect([answer.status, send.mock.calls.length]).toEqual([503, 1]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("does not hold up a replay of dead letters, which marks none", async () => {
    const id = crypto.randomUUID();
    const event = { tenantId: null, agentId: null, eventId: null, replayedAt: null };
    await insertDead(database(env), [{ id, reason: "x", body: id, failedAt: 1, ...event }]);
    const by = { subject: "token:x" } as Person;
    const { queue } = aMuteQueue();
    const done = replayEvents([id], { db: database(env), queue, by, now: 2 });
    await expect(done).rejects.toThrow("took too long");
    const marked = env.DB.prepare("SELECT replayed_at FROM dead_events WHERE id = ?").bind(id);
    expect(await marked.first()).toEqual({ replayed_at: null });
  });

  it("does not hold up the consumer of events: what it could not read comes again", async () => {
    const { queue } = aMuteQueue();
    const lines: LogLine[] = [];
    const log = (line: LogLine) => void lines.push(line);
    const message = { id: "1", timestamp: new Date(), attempts: 1, body: "nonsense" };
    const batch = createMessageBatch("events", [message]);
    await consume(batch, { ...env, EVENTS_DEAD: queue }, { ...livePlatform, log });
    const reason = expect.stringContaining("took too long");
    expect(lines).toMatchObject([{ event: "batch_not_consumed", queue: "events", reason }]);
  });
});
