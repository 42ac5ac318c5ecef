import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { delayAfter } from "../../src/events/consumer.ts";
import { consume } from "../../src/queues.ts";
import { livePlatform, type LogLine } from "../../src/platform/index.ts";

const settings = readFileSync("wrangler.toml", "utf8");
const all = (pattern: RegExp) => [...settings.matchAll(pattern)].map(([, name = ""]) => name);
const consumers = settings
  .split(/^(?=\[)/m)
  .filter((text) => text.startsWith("[[queues.consumers"));
/** Half a day. */
const OUTAGE_SECONDS = 43_200;
const consumed = all(/\[\[queues\.consumers\]\]\nqueue = "([^"]+)"/g);

describe("queues", () => {
  it("each dead-letter queue has a consumer", () => {
    const dead = all(/^dead_letter_queue = "([^"]+)"/gm);
    expect(dead.length).toBeGreaterThan(0);
    expect(dead.filter((name) => !consumed.includes(name))).toEqual([]);
  });

  it("each queue without a dead-letter queue retries for more than half a day", () => {
    const ends = consumers.filter((text) => !text.includes("dead_letter_queue"));
    expect(ends.length).toBeGreaterThan(0);
    for (const text of ends) {
      const retries = Number(/^max_retries = (\d+)$/m.exec(text)?.[1]);
      const delays = Array.from({ length: retries }, (_, at) => delayAfter(at + 1));
      expect(delays.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(OUTAGE_SECONDS);
    }
  });

  it("the ids of events in webhooks-dead are logged", async () => {
    const lines: LogLine[] = [];
    const messages = [{ body: { eventId: "evt_1" } }, { body: { eventId: "evt_2" } }];
    const batch = { queue: "webhooks-dead", messages, ackAll: () => {} } as unknown as MessageBatch;
    const log = (line: LogLine) => lines.push(line);
    await consume(batch, {} as Cloudflare.Env, { ...livePlatform, log });
    const event = "webhook_events_dead";
    expect(lines).toEqual([{ level: "error", event, eventIds: ["evt_1", "evt_2"] }]);
  });

  it.each(consumed)("%s has a consumer", async (queue) => {
    const batch = { queue, messages: [], ackAll: () => {} } as unknown as MessageBatch;
    const env = {} as Cloudflare.Env;
    const asked = consume(batch, env, { ...livePlatform, log: () => {} });
    await asked.catch((error: unknown) => {
      expect(String(error)).not.toContain("nobody consumes");
    });
  });

  it("a batch that failed is retried after a delay, and its content is not logged", async () => {
    const lines: LogLine[] = [];
    const retried: unknown[] = [];
    const body = "malformed\nsecret words";
    const messages = [
      { id: "m1", body, attempts: 1 },
      { id: "m2", body, attempts: 4 },
    ];
    const retryAll = (options: unknown) => retried.push(options);
    const batch = { queue: "events-dead", messages, retryAll } as unknown as MessageBatch;
    const log = (line: LogLine) => lines.push(line);
    const DB = { prepare: () => ({ bind: failing, run: failing }) };
    await consume(batch, { DB } as unknown as Cloudflare.Env, { ...livePlatform, log });
    expect(retried).toEqual([{ delaySeconds: delayAfter(4) }]);
    expect(lines).toMatchObject([
      { level: "error", event: "batch_not_consumed", queue: "events-dead" },
    ]);
    expect(JSON.stringify(lines)).toContain("Failed query");
    expect(JSON.stringify(lines)).not.toContain("secret words");
  });
});

function failing(...values: unknown[]): never {
  throw new Error(`D1 took none of ${values.join()}`);
}
