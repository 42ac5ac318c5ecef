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

/** A store and a data centre's cache that holds `kept`, and the calls made to them. */
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

describe("a segment in the data centre's cache", () => {
  const fromStore = ["store", `kept ${bytes.length}`];

  it.each([
    ["is used without asking the store if it is whole", bytes.slice(), []],
    ["is read from the store and cached again if it is damaged", DAMAGED, fromStore],
    ["is read from the store and cached again if it is cut", bytes.slice(0, 40), fromStore],
    ["is read from the store and cached if it is missing", undefined, fromStore],
  ])("%s", async (_name, kept, expected) => {
    const { asked, load } = shelvesWith(kept);
    expect((await load()).header.source).toBe("a-feed");
    expect(asked).toEqual(expected);
  });

  it("is not cached if it is damaged in the store", async () => {
    const { asked, load } = shelvesWith(undefined, DAMAGED);
    await expect(load()).rejects.toThrow("The segment intel/segments/a-feed/1");
    expect(asked).toEqual(["store"]);
  });
});
