import { describe, expect, it } from "vitest";
import { loadSegment } from "../../../src/intel/live/load-segment.ts";
import type { Bucket, ManifestEntry } from "../../../src/intel/segments/manifest.ts";
import { aSegment } from "../../support/intel-segment.ts";

const { bytes } = aSegment("a-feed", ["one.test", "two.test"]);
const DAMAGED = bytes.with(bytes.length - 8, 99);
const ENTRY = {
  source: { id: "a-feed" },
  file: "intel/segments/a-feed/1",
  residentBytes: bytes.length,
} as unknown as ManifestEntry;

/** The store and a data centre that keeps these bytes of the segment; what either was asked. */
function shelvesWith(kept: Uint8Array<ArrayBuffer> | undefined, stored: Uint8Array = bytes) {
  const asked: string[] = [];
  const get = async () => {
    asked.push("store");
    return { body: true, arrayBuffer: async () => stored.slice().buffer };
  };
  const cache = {
    match: async () => kept && new Response(kept),
    put: async (_address: unknown, { body }: Response) => {
      asked.push(`kept ${(await new Response(body).bytes()).length}`);
    },
  };
  const work: Promise<unknown>[] = [];
  const shelves = { bucket: { get } as unknown as Bucket, cache };
  const load = async () => {
    const segment = await loadSegment(shelves, ENTRY, (one) => work.push(one));
    await Promise.all(work);
    return segment;
  };
  return { asked, load };
}

describe("a segment that the data centre keeps", () => {
  const fromStore = ["store", `kept ${bytes.length}`];

  it.each([
    ["is whole: nobody else is asked", bytes.slice(), []],
    ["is damaged: it comes from the store, and is kept anew", DAMAGED, fromStore],
    ["is cut: the same", bytes.slice(0, 40), fromStore],
    ["is not there: the same", undefined, fromStore],
  ])("%s", async (_name, kept, expected) => {
    const { asked, load } = shelvesWith(kept);
    expect((await load()).header.source).toBe("a-feed");
    expect(asked).toEqual(expected);
  });

  it("is never one that was damaged in the store", async () => {
    const { asked, load } = shelvesWith(undefined, DAMAGED);
    await expect(load()).rejects.toThrow("The segment intel/segments/a-feed/1");
    expect(asked).toEqual(["store"]);
  });
});
