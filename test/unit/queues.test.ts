import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { consume } from "../../src/queues.ts";
import { livePlatform, type LogLine } from "../../src/platform/index.ts";

const settings = readFileSync("wrangler.toml", "utf8");
const all = (pattern: RegExp) => [...settings.matchAll(pattern)].map(([, name = ""]) => name);
const consumed = all(/\[\[queues\.consumers\]\]\nqueue = "([^"]+)"/g);

describe("queues", () => {
  it("what dies in one is consumed by somebody, who says so", () => {
    const dead = all(/^dead_letter_queue = "([^"]+)"/gm);
    expect(dead.length).toBeGreaterThan(0);
    expect(dead.filter((name) => !consumed.includes(name))).toEqual([]);
  });

  it("events that died in webhooks are named in the log", async () => {
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
});
