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

  it("sends a comment every 15 seconds, which no client reads as an event", async () => {
    const { stream, next } = aStream();
    for (let turn = 0; turn < 3; turn += 1) {
      vi.advanceTimersByTime(QUARTER_MINUTE - 1);
      stream.send("mark", turn);
      expect(await next()).toContain("event: mark");
      vi.advanceTimersByTime(1);
      expect(await next()).toMatch(/^:[^\n]*\n\n$/);
    }
  });

  it("numbers only events: a heartbeat does not change the next id", async () => {
    const { stream, next } = aStream();
    stream.send("one", {});
    expect(await next()).toContain("id: 1\n");
    vi.advanceTimersByTime(QUARTER_MINUTE);
    await next();
    stream.send("two", {});
    expect(await next()).toContain("id: 2\n");
  });

  it("sends nothing and stops its timer once it has ended", async () => {
    const { stream, next } = aStream();
    stream.end();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(QUARTER_MINUTE);
    expect(await next()).toBeUndefined();
  });

  it.each(["the stream is cancelled", "the request is aborted"])(
    "stops its timer and aborts its signal when %s",
    async (what) => {
      const { stream, reader, client } = aStream();
      expect(stream.signal.aborted).toBe(false);
      if (what === "the request is aborted") client.abort();
      else await reader.cancel();
      expect(stream.signal.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it("sends one comment if a model speaks for a second and none of its text may be sent yet", async () => {
    const { stream, next } = aStream();
    stream.notePart();
    vi.advanceTimersByTime(999);
    stream.notePart();
    vi.advanceTimersByTime(1);
    stream.notePart();
    stream.notePart();
    stream.send("after", {});
    expect(await next()).toBe(":\n\n");
    expect(await next()).toContain("event: after");
  });
});
