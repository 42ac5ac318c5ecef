import { describe, expect, it } from "vitest";
import { makeLists } from "../../../src/intel/tenant-lists/make-lists.ts";
import { NO_LISTS, type TenantLists } from "../../../src/intel/tenant-lists/match-lists.ts";
import { ListMemory, LISTS_TTL_MS } from "../../../src/intel/tenant-lists/recall-lists.ts";

/** A store whose lists have a version, and the memory of one isolate in front of it. */
function anIsolate() {
  const state = { version: "1", asked: 0, fails: false, now: 1_000_000 };
  const behind: Promise<unknown>[] = [];
  const memory = new ListMemory();
  const waits: Promise<void>[] = [];
  const load = async (): Promise<TenantLists> => {
    state.asked += 1;
    if (state.fails) throw new Error("the database is away");
    const lists = { ...NO_LISTS, version: state.version };
    await waits.shift();
    return lists;
  };
  const outlive = (work: Promise<unknown>) => void behind.push(work);
  return {
    state,
    memory,
    recall: async (tenantId = "t") =>
      (await memory.recall(tenantId, { now: state.now, outlive, load })).version,
    /** The next load ends only when the function that this gives is called. */
    late: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waits.push(promise);
      return resolve;
    },
    settled: async () => Promise.all(behind),
  };
}

describe("an isolate's memory of a tenant's lists", () => {
  it("has a change within 30 seconds without being told", async () => {
    const { state, recall } = anIsolate();
    expect(await recall()).toBe("1");
    state.version = "2";
    state.now += LISTS_TTL_MS;
    expect(await recall()).toBe("2");
    expect(LISTS_TTL_MS).toBe(30_000);
  });

  it("is refreshed ahead of its end, once, without a request waiting", async () => {
    const { state, recall, settled } = anIsolate();
    await recall();
    state.version = "2";
    state.now += 16_000;
    expect(await Promise.all([recall(), recall()])).toEqual(["1", "1"]);
    expect(state.asked).toBe(2);
    await settled();
    expect(await recall()).toBe("2");
  });

  it("repeats a failed refresh, and fails requests once the lists are too old", async () => {
    const { state, recall, settled } = anIsolate();
    await recall();
    state.fails = true;
    state.now += 16_000;
    expect(await recall()).toBe("1");
    await settled();
    state.now += 1_000;
    expect(await recall()).toBe("1");
    expect(state.asked).toBe(3);
    state.now += LISTS_TTL_MS;
    await expect(recall()).rejects.toThrow("away");
  });

  it("keeps tenants apart, and forgets one without the others", async () => {
    const { state, memory, recall } = anIsolate();
    await recall("one");
    state.version = "2";
    expect([await recall("other"), await recall("one")]).toEqual(["2", "1"]);
    memory.forget("one");
    expect(await recall("one")).toBe("2");
  });

  it("is not overwritten after a change by a load that began before the change", async () => {
    for (const warm of [false, true]) {
      const { state, memory, late, recall, settled } = anIsolate();
      if (warm) await recall();
      state.now += 16_000;
      const answers = [late(), late()];
      const early = recall();
      state.version = "2";
      memory.forget("t");
      for (const answer of answers) answer();
      expect(await early).toBe("1");
      await settled();
      expect([warm, await recall()]).toEqual([warm, "2"]);
    }
  });

  it("keeps the newer of two loads if the older one ends last", async () => {
    const { state, late, recall } = anIsolate();
    const answer = late();
    const early = recall();
    state.version = "2";
    state.now += 1;
    expect(await recall()).toBe("2");
    answer();
    expect(await early).toBe("1");
    expect(await recall()).toBe("2");
  });

  it("repeats a refresh whose result was discarded", async () => {
    const { state, memory, late, recall, settled } = anIsolate();
    await recall();
    state.now += 16_000;
    const answer = late();
    await recall();
    memory.forget("another");
    answer();
    await settled();
    state.version = "2";
    await recall();
    await settled();
    expect(await recall()).toBe("2");
  });

  it("drops an entry at the moment it expires, without a new load", async () => {
    const memory = new ListMemory();
    const start = 1_000_000;
    const row = {
      tenantId: "t",
      type: "domain",
      note: "",
      label: "",
      createdBy: "",
      createdAt: 0,
    } as const;
    const rows = ["ends", "stays"].map((value) => ({
      ...row,
      id: value,
      action: "deny" as const,
      value,
      updatedAt: 0,
      expiresAt: value === "ends" ? start + 5_000 : null,
    }));
    const load = async () => makeLists(rows);
    const recall = (now: number) => memory.recall("t", { now, outlive: () => {}, load });
    const { version } = await recall(start);
    const seen = async (now: number) => {
      const remembered = [...(memory.peek("t", now)?.exact.keys() ?? [])];
      expect([...(await recall(now)).exact.keys()]).toEqual(remembered);
      return remembered;
    };
    expect(await seen(start + 4_999)).toEqual(["domain:ends", "domain:stays"]);
    expect(await seen(start + 5_000)).toEqual(["domain:stays"]);
    expect((await recall(start + 5_000)).version).not.toBe(version);
  });
});

describe("the load of a tenant's lists", () => {
  it("is given the lists held, except after a change here or when the clock was set back", async () => {
    const memory = new ListMemory();
    const told: unknown[] = [];
    const load = async (_id: string, held: TenantLists | undefined) => {
      told.push(held?.version);
      return { ...NO_LISTS, version: String(told.length) };
    };
    const recall = async (now: number) => memory.recall("t", { now, outlive: () => {}, load });
    for (const now of [1, 2, 1].map((turn) => turn * LISTS_TTL_MS)) await recall(now);
    memory.forget("t");
    await recall(2 * LISTS_TTL_MS);
    expect(told).toEqual([undefined, "1", undefined, undefined]);
  });
});

describe("the lists of many tenants", () => {
  const many = (first: string): TenantLists =>
    makeLists(
      Array.from({ length: 10_000 }, (_, at) => ({
        id: `${first}${at}`,
        tenantId: first,
        action: "deny",
        type: "domain",
        value: `${first}${at}.test`,
        note: "",
        label: "",
        createdBy: "x",
        createdAt: 0,
        updatedAt: 0,
        expiresAt: null,
      })),
    );

  it("are held up to fifty thousand entries, those of the tenants asked for last", async () => {
    const memory = new ListMemory();
    const moment = { now: 1, outlive: () => {}, load: async (id: string) => many(id) };
    for (let at = 0; at < 7; at += 1) await memory.recall(`t${at}`, moment);
    const held = Array.from({ length: 7 }, (_, at) => memory.peek(`t${at}`, 1) !== undefined);
    expect(held).toEqual([false, false, ...Array.from({ length: 5 }, () => true)]);
  });
});
