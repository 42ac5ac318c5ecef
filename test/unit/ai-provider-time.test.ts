import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOpen, noteFailure } from "../../src/ai/providers/breaker.ts";
import { callProvider, type Tried } from "../../src/ai/providers/call-provider.ts";
import { readEvents } from "../../src/ai/providers/read-events.ts";

const LIMIT_MS = 20_000;
const PAUSES_MS = 1_000;

/** A server that takes a request and never answers. */
function aSilentServer() {
  const asked: AbortSignal[] = [];
  const fetch = async (_input: RequestInfo | URL, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      const signal = init?.signal ?? new AbortController().signal;
      asked.push(signal);
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  return { asked, fetch };
}

describe("a call to a provider", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const call = (server: ReturnType<typeof aSilentServer>, more: object = {}) => {
    const tried: Tried[] = [];
    const outside = { fetch: server.fetch, now: Date.now, note: (one: Tried) => tried.push(one) };
    const order = { provider: crypto.randomUUID(), url: "https://x.example", init: {}, ...more };
    return { tried, answer: callProvider(outside, { ...order, streamed: true }) };
  };

  it("is given up after twenty seconds without an answer, not repeated, and noted as given up", async () => {
    const server = aSilentServer();
    const { tried, answer } = call(server);
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(server.asked[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked[0]?.aborted).toBe(true);
    expect(await answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2 * (LIMIT_MS + PAUSES_MS));
    expect(tried).toEqual([{ status: null, givenUp: true }]);
  });

  it("ends at once when the caller aborts, and is not repeated", async () => {
    const server = aSilentServer();
    const gone = new AbortController();
    const { answer } = call(server, { signal: gone.signal });
    await vi.advanceTimersByTimeAsync(5);
    gone.abort();
    expect(await answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(3 * LIMIT_MS);
    expect(server.asked).toHaveLength(1);
  });

  it("returns nothing, and does not throw, if the body of a 503 breaks off", async () => {
    const broken = () =>
      new ReadableStream({ start: (body) => body.error(new Error("connection lost")) });
    const server = {
      asked: [],
      fetch: async () => new Response(broken(), { status: 503 }),
    };
    const { tried, answer } = call(server);
    await vi.advanceTimersByTimeAsync(10 * PAUSES_MS);
    expect(await answer).toBeUndefined();
    expect(tried).toHaveLength(3);
  });

  it("follows no redirect, which would send its key elsewhere", async () => {
    const asked: [url: unknown, redirect: unknown][] = [];
    const fetch = async (url: unknown, init?: RequestInit) => {
      asked.push([url, init?.redirect]);
      return new Response(null, { status: 307, headers: { location: "https://y.example" } });
    };
    const headers = { "ocp-apim-subscription-key": "secret" };
    const order = { provider: crypto.randomUUID(), url: "https://x.example", init: { headers } };
    expect(await callProvider({ fetch, now: Date.now }, order)).toBeUndefined();
    expect(asked).toEqual([["https://x.example", "manual"]]);
  });

  it("is not made if the caller has aborted already", async () => {
    const server = aSilentServer();
    const { answer, tried } = call(server, { signal: AbortSignal.abort() });
    expect(await answer).toBeUndefined();
    expect([server.asked, tried]).toEqual([[], []]);
  });

  it.each([400, 413, 415, 422])(
    "that is answered with %i does not open the breaker: the request was at fault",
    async (status) => {
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        return new Response("no", { status });
      };
      const order = { provider: crypto.randomUUID(), url: "https://x.example", init: {} };
      for (let turn = 0; turn < 6; turn += 1) {
        expect(await callProvider({ fetch, now: Date.now }, order)).toBeUndefined();
      }
      expect(asked).toBe(6);
    },
  );

  it.each([
    [429, 3],
    [500, 3],
    [503, 3],
    [401, 1],
    [404, 1],
  ])(
    "that is answered with %i is made %i times, and counts as one failure",
    async (status, times) => {
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        return new Response("no", { status });
      };
      const provider = crypto.randomUUID();
      for (let failures = 0; failures < 4; failures += 1) noteFailure(provider, 0);
      const order = { provider, url: "https://x.example", init: {} };
      const answer = callProvider({ fetch, now: Date.now }, order);
      await vi.advanceTimersByTimeAsync(PAUSES_MS);
      expect(await answer).toBeUndefined();
      expect(asked).toBe(times);
      expect(isOpen(provider, 0)).toBe(true);
    },
  );

  it.each([
    ["2", 1_999, 2_000],
    ["Thu, 01 Jan 1970 00:00:02 GMT", 1_999, 2_000],
    ["soon", 0, 200],
    ["-5", 0, 200],
  ])("with Retry-After %s is repeated at that time and not before", async (after, no, yes) => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return new Response("busy", { status: 429, headers: { "retry-after": after } });
    };
    const order = { provider: crypto.randomUUID(), url: "https://x.example", init: {} };
    const answer = callProvider({ fetch, now: Date.now }, order);
    await vi.advanceTimersByTimeAsync(no);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(yes - no);
    expect(asked).toBe(2);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(await answer).toBeUndefined();
  });

  it.each([
    [429, "3"],
    [503, "3600"],
    [429, "Thu, 01 Jan 1970 00:10:00 GMT"],
  ])(
    "answered with %i and a Retry-After beyond the time limit (%s) is not repeated",
    async (status, after) => {
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        return new Response("busy", { status, headers: { "retry-after": after } });
      };
      const provider = crypto.randomUUID();
      for (let failures = 0; failures < 4; failures += 1) noteFailure(provider, 0);
      const order = { provider, url: "https://x.example", init: {} };
      expect(await callProvider({ fetch, now: Date.now }, order)).toBeUndefined();
      expect([asked, isOpen(provider, 0)]).toEqual([1, true]);
    },
  );

  it.each([
    [true, true],
    [false, false],
  ])(
    "counts as a success once its answer has arrived whole, not when it begins (streamed: %s)",
    async (streamed, stillFailing) => {
      const provider = crypto.randomUUID();
      for (let failures = 0; failures < 4; failures += 1) noteFailure(provider, 0);
      const order = { provider, url: "https://x.example", init: {}, streamed };
      const fetch = async () => new Response("begun");
      expect(await callProvider({ fetch, now: Date.now }, order)).toBeInstanceOf(Response);
      noteFailure(provider, 0);
      expect(isOpen(provider, 0)).toBe(stillFailing);
    },
  );

  it.each([
    ["sends nothing more", ""],
    ["sends only comments", ": keep-alive\n\n"],
    ["begins an event and does not end it", "data: "],
  ])("whose stream %s is given up when its time between events is over", async (_case, filler) => {
    let left = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
        send("data: one\n\n");
        setInterval(() => left || send(filler), 3_000);
      },
      cancel: () => {
        left = true;
      },
    });
    const events = readEvents(body, LIMIT_MS);
    expect(await events.next()).toMatchObject({ value: "one" });
    const next = events.next().then(
      () => "more",
      () => "given up",
    );
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(left).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(left).toBe(true);
    expect(await next).toBe("given up");
  });

  it("whose stream sends only events without text is given up after five minutes", async () => {
    let left = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const empty = new TextEncoder().encode('data: {"choices":[]}\n\n');
        setInterval(() => left || controller.enqueue(empty), LIMIT_MS - 7);
      },
      cancel: () => {
        left = true;
      },
    });
    const hear = async () => {
      for await (const data of readEvents(body, LIMIT_MS)) void data;
    };
    const ended = hear().catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(left).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(left).toBe(true);
    expect(await ended).toBe("TimeoutError");
  });

  it("whose stream pauses for less than its time limit is read to its end", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const events = readEvents(readable, LIMIT_MS);
    for (const said of ["one", "two", "three"]) {
      const next = events.next();
      await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
      void writer.write(new TextEncoder().encode(`: wait\n\ndata: ${said}\n\n`));
      expect(await next).toMatchObject({ value: said });
    }
    void writer.close();
    expect(await events.next()).toMatchObject({ done: true });
  });
});
