import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeInTurn, writeUnlessWritten } from "../../src/platform/write-in-turn.ts";

const TOO_SOON = "put: Reduce your concurrent request rate for the same object. (10058)";
const OTHER = "put: We encountered an internal error. (10001)";

/** A store that refuses so many writes, and what was waited between them. */
function aStore(refusals: number, message = TOO_SOON) {
  const asked = { times: 0 };
  const write = async () => {
    asked.times += 1;
    if (asked.times <= refusals) throw new Error(message);
    return asked.times;
  };
  return { asked, write };
}

describe("a write that comes too soon behind another one of its name", () => {
  const waits: number[] = [];
  beforeEach(() => {
    waits.length = 0;
    vi.stubGlobal("scheduler", { wait: async (ms: number) => void waits.push(ms) });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is tried five times, each a second or more after the one before, and no two callers in step", async () => {
    const { asked, write } = aStore(4);
    expect(await writeInTurn(write)).toBe(5);
    expect([asked.times, waits.length, new Set(waits).size]).toEqual([5, 4, 4]);
    expect(waits.filter((ms) => ms < 1_000 || ms >= 2_000)).toEqual([]);
  });

  it("fails at the end as the store said", async () => {
    const { asked, write } = aStore(Infinity);
    await expect(writeInTurn(write)).rejects.toThrow(TOO_SOON);
    expect(asked.times).toBe(5);
  });

  it("is left alone where whoever was first has written the same", async () => {
    const { asked, write } = aStore(1);
    await writeUnlessWritten(write);
    expect([asked.times, waits]).toEqual([1, []]);
  });

  it("is no other failure: that is told at once", async () => {
    const { asked, write } = aStore(1, OTHER);
    await expect(writeInTurn(write)).rejects.toThrow(OTHER);
    await expect(writeUnlessWritten(aStore(1, OTHER).write)).rejects.toThrow(OTHER);
    expect([asked.times, waits]).toEqual([1, []]);
  });
});
