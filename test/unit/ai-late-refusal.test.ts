import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { streamAnswer } from "../../src/ai/answer/stream-answer.ts";
import { Call } from "../../src/http/call.ts";
import { Problem, refuse } from "../../src/http/index.ts";
import { livePlatform, type LogLine, type Rampart } from "../../src/platform/index.ts";

const AFTER_THE_HEADERS_MS = 6_000;

describe("a stream that began before its outcome was known", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function textOf(error: Error, query = "") {
    const lines: LogLine[] = [];
    const app = new Hono<Rampart>();
    app.get("/", (c) => {
      c.set("call", new Call(new Headers()));
      c.set("platform", { ...livePlatform, log: (line) => lines.push(line) });
      return streamAnswer(c, "t-1", "rag", async () => {
        await new Promise((resolve) => setTimeout(resolve, AFTER_THE_HEADERS_MS));
        throw error;
      });
    });
    const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
    const answering = app.request(`/${query}`, {}, {}, context);
    await vi.advanceTimersByTimeAsync(AFTER_THE_HEADERS_MS);
    return { text: await (await answering).text(), lines };
  }

  async function told(error: Error) {
    const { text, lines } = await textOf(error);
    const data = JSON.parse(/^event: error\ndata: (.*)$/m.exec(text)?.[1] ?? "{}") as unknown;
    return { data, lines };
  }

  it("sends a refusal under its own name, and logs no failure", async () => {
    const over = refuse(429, "budget_exhausted", "It is used up.", { retryAfterSeconds: 60 });
    const { data, lines } = await told(new Problem(over));
    // The headers are sent already, so the event carries the time to wait.
    expect(data).toMatchObject({
      error: "budget_exhausted",
      message: "It is used up.",
      retryAfterSeconds: 60,
    });
    expect(lines).toEqual([]);
  });

  it("sends a refusal in the AI SDK protocol as a data-error chunk and an error chunk", async () => {
    const over = refuse(429, "budget_exhausted", "It is used up.", { retryAfterSeconds: 60 });
    const { text } = await textOf(new Problem(over), "?protocol=ai-sdk");
    const chunks = text
      .split("\n\n")
      .filter((line) => line.startsWith("data: {"))
      .map((line) => JSON.parse(line.slice("data: ".length)) as object);
    expect(chunks).toMatchObject([
      { type: "data-error", data: { error: "budget_exhausted", retryAfterSeconds: 60 } },
      { type: "error", errorText: "It is used up." },
    ]);
  });

  it("sends internal_error for a failure, without its details, and logs it", async () => {
    const { data, lines } = await told(new Error("D1 is down"));
    expect(data).toMatchObject({ error: "internal_error" });
    expect(data).not.toHaveProperty("retryAfterSeconds");
    expect(JSON.stringify(data)).not.toContain("D1");
    expect(lines).toMatchObject([{ event: "ai_stream_failed", reason: "Error: D1 is down" }]);
  });

  it("sends unavailable with a time to wait if storage is overloaded, and logs it", async () => {
    const { data, lines } = await told(new Error("D1_ERROR: D1 DB is overloaded. Try later."));
    expect(data).toMatchObject({ error: "unavailable", requestId: expect.any(String) });
    const { retryAfterSeconds } = data as { retryAfterSeconds: number };
    expect(Number.isInteger(retryAfterSeconds) && retryAfterSeconds > 0).toBe(true);
    expect(JSON.stringify(data)).not.toContain("D1");
    expect(lines).toMatchObject([{ event: "ai_stream_failed" }]);
  });
});
