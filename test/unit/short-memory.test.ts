import { describe, expect, it } from "vitest";
import { ShortMemory } from "../../src/platform/short-memory.ts";

const TTL_MS = 15_000;

function aMemory() {
  const memory = new ShortMemory<string, string>(TTL_MS, 2);
  const recall = (now: number, value: string | Promise<string>, key = "a") =>
    memory.recall(key, now, async () => value);
  return { memory, recall };
}

/** An answer that is on its way until `arrives`. */
function late() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { answer: promise, arrives: resolve };
}

describe("a value in a ShortMemory", () => {
  it("is returned until its time is up, and not at that moment", async () => {
    const { memory, recall } = aMemory();
    await recall(0, "old");
    expect([memory.peek("a", TTL_MS - 1), memory.peek("a", TTL_MS)]).toEqual(["old", undefined]);
    expect(await recall(TTL_MS - 1, "new")).toBe("old");
    expect(await recall(TTL_MS, "new")).toBe("new");
  });

  it("is not kept if its key was forgotten while it was loaded", async () => {
    const { memory, recall } = aMemory();
    const { answer, arrives } = late();
    const early = recall(0, answer);
    memory.forget("a");
    arrives("old");
    expect(await early).toBe("old");
    expect(await recall(1, "new")).toBe("new");
  });

  it("is the one asked for last, even if an earlier answer arrives after it", async () => {
    const { recall } = aMemory();
    const { answer, arrives } = late();
    const early = recall(0, answer);
    expect(await recall(1, "new")).toBe("new");
    arrives("old");
    await early;
    expect(await recall(2, "newest")).toBe("new");
  });

  it("is not returned for longer if the clock is set back", async () => {
    const { memory, recall } = aMemory();
    const hour = 3_600_000;
    await recall(hour, "old");
    expect(memory.peek("a", hour - 1)).toBe("old");
    expect(memory.peek("a", 0)).toBeUndefined();
    expect(await recall(0, "new")).toBe("new");
    expect(memory.peek("a", 1)).toBe("new");
  });

  it("is dropped as the oldest when the memory is full", async () => {
    const { memory, recall } = aMemory();
    for (const key of ["a", "b", "c"]) await recall(0, key, key);
    expect(["a", "b", "c"].map((key) => memory.peek(key, 1))).toEqual([undefined, "b", "c"]);
  });
});
