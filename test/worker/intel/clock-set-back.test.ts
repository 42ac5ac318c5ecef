import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/http/index.ts";
import { LiveIndex } from "../../../src/intel/live/live-index.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import { ListMemory } from "../../../src/intel/tenant-lists/recall-lists.ts";
import { database } from "../../../src/platform/index.ts";
import { aName, aSource, upload } from "../../support/intel.ts";

const HOUR_MS = 3_600_000;

/** The index of a separate isolate: gives the sources that it holds at a time. */
function anIndex(bucket: R2Bucket) {
  const live = new LiveIndex(bucket, undefined, database(env));
  return async (now: number): Promise<string[] | number> => {
    const moment = { now, log: () => undefined, outlive: () => undefined };
    const index = live.peek(now) ?? (await live.current(moment));
    return isRefusal(index) ? index.status : index.parts.map(({ source }) => source.id);
  };
}

describe("an isolate whose clock is set back", () => {
  it("still loads a newer index", async () => {
    const source = await aSource();
    const sourcesAt = anIndex(env.OBJECTS);
    const now = Date.now();
    expect(await sourcesAt(now)).not.toContain(source);
    await upload(source, aName());
    expect(await sourcesAt(now - 1)).not.toContain(source);
    expect(await sourcesAt(now - HOUR_MS)).toContain(source);
  });

  it("still tries the store again after a failure", async () => {
    let fails = true;
    const get = async (file: string, options?: R2GetOptions) => {
      if (fails) throw new Error("the store is away");
      return env.OBJECTS.get(file, options ?? {});
    };
    const sourcesAt = anIndex(new Proxy(env.OBJECTS, { get: () => get }));
    const now = Date.now();
    expect(await sourcesAt(now)).toBe(503);
    fails = false;
    expect(await sourcesAt(now - HOUR_MS)).not.toBe(503);
  });

  it("reads a tenant's lists anew once, not on every request", async () => {
    const memory = new ListMemory();
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { ...NO_LISTS, version: String(loads) };
    };
    const versionAt = async (now: number) =>
      (memory.peek("t", now) ?? (await memory.recall("t", { now, load, outlive: () => undefined })))
        .version;
    const now = Date.now();
    expect(await versionAt(now)).toBe("1");
    expect(await versionAt(now - HOUR_MS)).toBe("2");
    expect(await versionAt(now - HOUR_MS + 1_000)).toBe("2");
  });
});
