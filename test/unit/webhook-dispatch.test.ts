import { afterEach, describe, expect, it, vi } from "vitest";
import { dispatch } from "../../src/tenants/dispatch.ts";
import type { LogLine } from "../../src/platform/index.ts";

const MINUTE_MS = 60_000;

/** Dispatches events to a queue whose sends end in these ways, one after another. */
async function dispatched(ids: string[], ...ends: Promise<unknown>[]) {
  const lines: LogLine[] = [];
  let sent = 0;
  const sendBatch = async () => ends[sent++];
  const env = { WEBHOOKS: { sendBatch } } as unknown as Cloudflare.Env;
  const work = dispatch(env, ids, { log: (line) => lines.push(line) });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await work;
  return { lines, sent };
}

describe("dispatch of events for webhooks", () => {
  afterEach(() => vi.useRealTimers());
  const ids = Array.from({ length: 150 }, (_, at) => `evt_${at}`);

  it("says which events did not reach the queue, and sends no further ones", async () => {
    vi.useFakeTimers();
    const broken = Promise.reject(new Error("Queue send failed: Internal Server Error"));
    const { lines, sent } = await dispatched(ids, Promise.resolve(), broken, Promise.resolve());
    expect(sent).toBe(2);
    const reason = expect.stringContaining("Internal Server Error");
    expect(lines).toEqual([
      { level: "warn", event: "webhook_queue_failed", eventIds: ids.slice(100), reason },
    ]);
  });

  it("waits no longer than a minute for a queue that never answers", async () => {
    vi.useFakeTimers();
    const { lines, sent } = await dispatched(ids, new Promise(() => {}));
    expect(sent).toBe(1);
    const reason = expect.stringContaining("took too long");
    expect(lines).toMatchObject([{ event: "webhook_queue_failed", reason }]);
  }, 5_000);
});
