import { afterEach, describe, expect, it, vi } from "vitest";
import { isOpen } from "../../src/ai/providers/breaker.ts";
import { embedBreaker } from "../../src/ai/providers/embed.ts";
import { answerChat } from "../../src/ai/chat/answer-chat.ts";
import { chooseRoute } from "../../src/ai/chat/choose-route.ts";
import { matchQuery } from "../../src/ai/vectors/match-query.ts";

const WITHIN_MS = 800;

afterEach(() => {
  vi.useRealTimers();
});

describe("a chat whose search fails while its tools are still at work", () => {
  it("waits for the tools, so that none of their failures is unhandled", async () => {
    const left: unknown[] = [];
    const note = (reason: unknown) => void left.push(reason);
    process.on("unhandledRejection", note);
    const directory = { t: { directory: "d", clientId: "c", secret: "S" } };
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response("no", { status: 401 });
    };
    const order = { tenantId: "t", query: "How many licenses are left, and how do I assign one?" };
    const call = {
      choice: chooseRoute(order.query),
      env: { GRAPH_DIRECTORIES: JSON.stringify(directory), S: "s3cret" },
      tenantId: "t",
      now: 0,
      platform: { fetch: slow, now: () => 0 },
      find: async () => {
        throw new Error("no index");
      },
      told: () => {},
    };
    const held = answerChat(order, call as never);
    await expect(held).rejects.toThrow("no index");
    process.off("unhandledRejection", note);
    expect(left).toEqual([]);
  });
});

describe("a vector search that fails with an error", () => {
  it("is not also counted as late when its time limit passes", async () => {
    vi.useFakeTimers({ now: 0 });
    const name = crypto.randomUUID();
    const caller = { env: {}, platform: { now: () => 0 }, outlive: () => {} };
    const plan = { settings: { name }, provider: { name }, index: { embedding: {} } };
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(matchQuery(caller as never, plan as never, "q")).rejects.toThrow();
    }
    await vi.advanceTimersByTimeAsync(WITHIN_MS);
    expect(isOpen(embedBreaker(name), WITHIN_MS)).toBe(false);
  });
});
