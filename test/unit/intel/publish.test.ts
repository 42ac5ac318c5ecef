import { describe, expect, it } from "vitest";
import { MAX_RESIDENT_BYTES, publish, reconfirm } from "../../../src/intel/refresh/publish.ts";
import type { Bucket, ManifestEntry } from "../../../src/intel/segments/manifest.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import type { KnownSource } from "../../../src/intel/store.ts";
import type { Database } from "../../../src/platform/index.ts";

const [ONE, OTHER] = [...BUILT_IN.values()];
const HALF = MAX_RESIDENT_BYTES / 2;
/** A database in which no version is recorded yet. */
const db = { select: () => ({ from: async () => [] }) } as unknown as Database;

/** A bucket that holds nothing but a manifest. */
function aManifest() {
  let entries: ManifestEntry[] = [];
  let etag: string | undefined;
  const bucket = {
    get: async () =>
      etag === undefined ? null : { etag, json: async () => ({ version: 1, entries }) },
    put: async (_file: string, text: string) => {
      ({ entries } = JSON.parse(text) as { entries: ManifestEntry[] });
      etag = "known";
      return {};
    },
  } as unknown as Bucket;
  const put = (source: typeof ONE, residentBytes: number, now = 5) => {
    if (source === undefined) throw new Error("There is no such source.");
    const known = { source, isBuiltIn: true } as KnownSource;
    const about = { known, file: "x", bytes: residentBytes, residentBytes, rows: 1 };
    return publish({ db, bucket }, { ...about, texts: undefined, now });
  };
  const live = () => entries.map((one) => [one.source.id, one.residentBytes, one.confirmedAt]);
  return { stores: { db, bucket }, put, live };
}

describe("a published segment", () => {
  it("must fit into memory with all other sources, and replaces the earlier one of its source", async () => {
    const { put, live } = aManifest();
    expect(await put(ONE, HALF)).toBeTypeOf("number");
    expect(await put(OTHER, HALF + 1)).toMatchObject({ status: 422, error: "no_room" });
    expect(live()).toEqual([[ONE?.id, HALF, 5]]);
    expect(await put(ONE, HALF - 1)).toBeTypeOf("number");
    expect(await put(OTHER, HALF + 1)).toBeTypeOf("number");
    expect(live()).toHaveLength(2);
  });

  it("is confirmed only for its version, and its time of confirmation never moves back", async () => {
    const { stores, put, live } = aManifest();
    const version = await put(ONE, 8);
    if (ONE === undefined || typeof version !== "number") throw new Error("not published");
    const { id } = ONE;
    expect(await reconfirm(stores, { id, version }, 9)).toBe(true);
    expect(await reconfirm(stores, { id, version }, 7)).toBe(true);
    expect(await reconfirm(stores, { id, version: version + 1 }, 11)).toBe(false);
    expect(live()).toEqual([[id, 8, 9]]);
  });
});
