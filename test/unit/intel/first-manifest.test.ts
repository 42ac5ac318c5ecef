import { afterEach, expect, it, vi } from "vitest";
import {
  changeManifest,
  type Bucket,
  type ManifestEntry,
} from "../../../src/intel/segments/manifest.ts";

type Before = () => Promise<unknown>;

/** A bucket without a manifest, in which something happens just before the first write of one. */
function anEmptyBucket(beforeFirst: (bucket: Bucket) => Before) {
  const kept = { text: "", etag: 0 };
  let before: Before | undefined;
  const bucket = {
    get: async () => {
      const { etag, text } = kept;
      return etag === 0 ? null : { etag: String(etag), json: async () => JSON.parse(text) };
    },
    put: async (_file: string, text: string, { onlyIf }: { onlyIf: R2Conditional }) => {
      const happens = before;
      before = undefined;
      await happens?.();
      const isFree = onlyIf.etagDoesNotMatch === "*" && kept.etag === 0;
      if (!isFree && onlyIf.etagMatches !== String(kept.etag)) return null;
      Object.assign(kept, { text, etag: kept.etag + 1 });
      return {};
    },
  } as unknown as Bucket;
  before = beforeFirst(bucket);
  return { bucket, kept };
}

afterEach(() => vi.unstubAllGlobals());

it("the very first source that is deleted while its feed is read does not become live", async () => {
  const entry = { source: { id: "first" }, file: "x" } as ManifestEntry;
  vi.stubGlobal("scheduler", { wait: async () => {} });
  let isGone = false;
  const { bucket } = anEmptyBucket((of) => async () => {
    isGone = true;
    await changeManifest(
      of,
      (entries) => entries.filter(({ source }) => source.id !== "first"),
      async () => 0,
    );
  });
  const add = (entries: ManifestEntry[]) => (isGone ? entries : [...entries, entry]);
  expect((await changeManifest(bucket, add, async () => 0)).entries).toEqual([]);
});

it("no empty manifest takes the place of one that was lost", async () => {
  const { bucket, kept } = anEmptyBucket(() => async () => {});
  await changeManifest(
    bucket,
    () => [],
    async () => 7,
  );
  expect(kept.etag).toBe(0);
});
