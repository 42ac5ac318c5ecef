import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeInTurn, writeUnlessWritten } from "../../src/platform/write-in-turn.ts";

const TOO_SOON = "put: Reduce your concurrent request rate for the same object. (10058)";
const OTHER = "put: We encountered an internal error. (10001)";

/** A store that refuses this many writes, and how often it was asked. */
function aStore(refusals: number, message = TOO_SOON) {
  const asked = { times: 0 };
  const write = async () => {
    asked.times += 1;
    if (asked.times <= refusals) throw new Error(message);
    return asked.times;
  };
  return { asked, write };
}

describe("a write that the store refuses as too soon after another one", () => {
  const waits: number[] = [];
  beforeEach(() => {
    waits.length = 0;
    vi.stubGlobal("scheduler", { wait: async (ms: number) => void waits.push(ms) });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is tried five times, after waits of one to two seconds that all differ", async () => {
    const { asked, write } = aStore(4);
    expect(await writeInTurn(write)).toBe(5);
    expect([asked.times, waits.length, new Set(waits).size]).toEqual([5, 4, 4]);
    expect(waits.filter((ms) => ms < 1_000 || ms >= 2_000)).toEqual([]);
  });

  it("fails with the error of the store after five tries", async () => {
    const { asked, write } = aStore(Infinity);
    await expect(writeInTurn(write)).rejects.toThrow(TOO_SOON);
    expect(asked.times).toBe(5);
  });

  it("is not tried again by writeUnlessWritten", async () => {
    const { asked, write } = aStore(1);
    await writeUnlessWritten(write);
    expect([asked.times, waits]).toEqual([1, []]);
  });

  it("is the only failure that is tried again: any other is thrown at once", async () => {
    const { asked, write } = aStore(1, OTHER);
    await expect(writeInTurn(write)).rejects.toThrow(OTHER);
    await expect(writeUnlessWritten(aStore(1, OTHER).write)).rejects.toThrow(OTHER);
    expect([asked.times, waits]).toEqual([1, []]);
  });
});
