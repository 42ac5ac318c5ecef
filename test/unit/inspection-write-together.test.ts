import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WriteTogether } from "../../src/inspection/keep/write-together.ts";

/** Node has no scheduler of its own with the platform's name. */
const waits = { wait: async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("scheduler", waits);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Held {
  items: readonly string[];
  finish: () => void;
  fail: () => void;
}

/** A writer whose writes end when the test says so. */
function aWriter() {
  const writes: Held[] = [];
  const together = new WriteTogether<string>(
    async (items) =>
      new Promise((resolve, reject) => {
        writes.push({ items: [...items], finish: resolve, fail: () => reject(new Error("no")) });
      }),
  );
  const kept: Promise<unknown>[] = [];
  const add = async (item: string) => together.add(item, (work) => kept.push(work));
  return { writes, add, kept };
}

const moment = async (ms = 20) => vi.advanceTimersByTimeAsync(ms);

describe("WriteTogether", () => {
  it("writes a first item at once, and the items that arrive meanwhile in one write after it", async () => {
    const { writes, add, kept } = aWriter();
    const first = add("a");
    await moment();
    const rest = ["b", "c", "d"].map(add);
    await moment();
    expect(writes.map(({ items }) => items)).toEqual([["a"]]);
    writes[0]?.finish();
    await first;
    await moment();
    expect(writes.map(({ items }) => items)).toEqual([["a"], ["b", "c", "d"]]);
    writes[1]?.finish();
    await Promise.all(rest);
    // The call that leads a group keeps its write alive beyond its own request.
    expect(kept).toHaveLength(2);
  });

  it("waits again while more items arrive, up to a limit", async () => {
    const { writes, add } = aWriter();
    void add("a");
    await moment();
    for (const item of ["b", "c"]) void add(item);
    writes[0]?.finish();
    await moment();
    for (const item of ["d", "e"]) void add(item);
    writes[1]?.finish();
    for (const item of ["f", "g", "h", "late"]) {
      await moment(3);
      void add(item);
    }
    await moment(1);
    expect(writes.slice(2).map(({ items }) => items)).toEqual([["d", "e", "f", "g", "h"]]);
    writes[2]?.finish();
    await moment(5);
    expect(writes.slice(3).map(({ items }) => items)).toEqual([["late"]]);
  });

  it("stops waiting once no item arrives", async () => {
    const { writes, add } = aWriter();
    void add("a");
    await moment();
    for (const item of ["b", "c"]) void add(item);
    writes[0]?.finish();
    await moment();
    for (const item of ["d", "e"]) void add(item);
    writes[1]?.finish();
    await moment(3);
    expect(writes).toHaveLength(2);
    await moment(1);
    expect(writes).toHaveLength(3);
  });

  it("answers a call only after its own item is written", async () => {
    const { writes, add } = aWriter();
    const first = add("a");
    await moment();
    let isDone = false;
    const second = add("b").then(() => (isDone = true));
    writes[0]?.finish();
    await first;
    await moment();
    expect(isDone).toBe(false);
    writes[1]?.finish();
    await second;
  });

  it("writes each item alone if the write of all fails, and rejects only those that fail alone", async () => {
    const { writes, add } = aWriter();
    const first = add("a");
    await moment();
    const rest = ["bad", "good"].map(add);
    const outcomes = Promise.allSettled(rest);
    writes[0]?.finish();
    await first;
    await moment();
    writes[1]?.fail();
    await moment();
    for (const { items, finish, fail } of writes.slice(2)) {
      if (items.includes("bad")) fail();
      else finish();
    }
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(writes.slice(2).map(({ items }) => items.length)).toEqual([1, 1]);
  });

  it("leaves no timer behind once all is written", async () => {
    const { writes, add } = aWriter();
    const first = add("a");
    await moment();
    const rest = ["b", "c"].map(add);
    await moment();
    writes[0]?.finish();
    await first;
    await moment();
    writes[1]?.finish();
    await Promise.all(rest);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("writes the next item after a write that never ends", async () => {
    const { writes, add } = aWriter();
    void add("lost");
    await moment();
    const next = add("b");
    await moment(5_100);
    expect(writes.map(({ items }) => items)).toEqual([["lost"], ["b"]]);
    writes[1]?.finish();
    await next;
  });
});
