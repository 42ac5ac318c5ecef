import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventStream } from "../../src/ai/answer/event-stream.ts";

const QUARTER_MINUTE = 15_000;

describe("a stream of events", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function aStream() {
    const client = new AbortController();
    const stream = new EventStream({ traceId: "t", route: "rag" }, client.signal);
    const reader = stream.body.getReader();
    const next = async () => {
      const { value, done } = await reader.read();
      return done ? undefined : new TextDecoder().decode(value);
    };
    return { stream, reader, next, client };
  }

  it("says that it is still there every quarter of a minute, in what no reader takes for an event", async () => {
    const { stream, next } = aStream();
    for (let turn = 0; turn < 3; turn += 1) {
      vi.advanceTimersByTime(QUARTER_MINUTE - 1);
      stream.send("mark", turn);
      expect(await next()).toContain("event: mark");
      vi.advanceTimersByTime(1);
      expect(await next()).toMatch(/^:[^\n]*\n\n$/);
    }
  });

  it("counts events alone, so that a heartbeat moves no id", async () => {
    const { stream, next } = aStream();
    stream.send("one", {});
    expect(await next()).toContain("id: 1\n");
    vi.advanceTimersByTime(QUARTER_MINUTE);
    await next();
    stream.send("two", {});
    expect(await next()).toContain("id: 2\n");
  });

  it("is silent once it has ended", async () => {
    const { stream, next } = aStream();
    stream.end();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(QUARTER_MINUTE);
    expect(await next()).toBeUndefined();
  });

  it.each(["the stream is given up", "the request is"])(
    "stops and tells whoever works for it when %s",
    async (what) => {
      const { stream, reader, client } = aStream();
      expect(stream.signal.aborted).toBe(false);
      if (what === "the request is") client.abort();
      else await reader.cancel();
      expect(stream.signal.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("shows a sign of life when a model speaks and nothing may leave, a second apart", async () => {
    const { stream, next } = aStream();
    stream.heard();
    vi.advanceTimersByTime(999);
    stream.heard();
    vi.advanceTimersByTime(1);
    stream.heard();
    stream.heard();
    stream.send("after", {});
    expect(await next()).toBe(":\n\n");
    expect(await next()).toContain("event: after");
  });
});
