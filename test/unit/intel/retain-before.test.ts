import { expect, it } from "vitest";
import { MAX_ROWS } from "../../../src/intel/indexes/reference.ts";
import { retainBefore } from "../../../src/intel/refresh/retain-before.ts";
import type { Bucket, ManifestEntry } from "../../../src/intel/segments/manifest.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { NO_WEIGHT } from "../../../src/intel/segments/table.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";

const NOW = Date.now();
const HALF = MAX_ROWS / 2;

function blocks(from: number, count: number): SegmentBuilder {
  const builder = new SegmentBuilder();
  const row = { first: 0, last: 0, gone: 0, weight: NO_WEIGHT, trait: 0 };
  for (let at = from; at < from + count; at += 1)
    builder.add("ip4range", [4 * at, 4 * at + 1], row);
  return builder;
}

it("what is gone is forgotten where there would be more blocks than a look-up can tell apart", async () => {
  const count = HALF + 1;
  const source = BUILT_IN.get("spamhaus-drop");
  if (source === undefined) throw new Error("There is no such source.");
  const about = { source: source.id, createdAt: NOW, rows: count, retained: 0, traits: [{}] };
  const { bytes } = writeSegment({ ...about, tables: blocks(HALF, count).finish() });
  const size = bytes.length;
  const entry = { source, file: "x", bytes: size, residentBytes: size, confirmedAt: NOW };
  const bucket = { get: async () => new Response(bytes) } as unknown as Bucket;
  const fresh = { builder: blocks(0, HALF), now: NOW, log: () => undefined };
  const { tables } = await retainBefore(bucket, entry as ManifestEntry, fresh);
  expect(tables.reduce((sum, table) => sum + table.rows, 0)).toBe(HALF);
});
