import { expect, it } from "vitest";
import { MAX_ROWS } from "../../../src/intel/indexes/reference.ts";
import { retainBefore } from "../../../src/intel/refresh/retain-before.ts";
import type { Bucket, ManifestEntry } from "../../../src/intel/segments/manifest.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { NO_WEIGHT } from "../../../src/intel/segments/table.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";

const NOW = Date.now();
const DAY_MS = 86_400_000;
const HALF = MAX_ROWS / 2;

function blocks(from: number, count: number): SegmentBuilder {
  const builder = new SegmentBuilder();
  const row = { first: 0, last: 0, gone: 0, weight: NO_WEIGHT, trait: 0 };
  for (let at = from; at < from + count; at += 1)
    builder.add("ip4range", [4 * at, 4 * at + 1], row);
  return builder;
}

/** What a source keeps of its earlier blocks, `before`, when it now lists those of `builder`. */
async function keptOf(before: SegmentBuilder, rows: number, builder: SegmentBuilder, gone: number) {
  const source = BUILT_IN.get("spamhaus-drop");
  if (source === undefined) throw new Error("There is no such source.");
  const about = { source: source.id, createdAt: NOW, rows, retained: 0, traits: [{}] };
  const { bytes } = writeSegment({ ...about, tables: before.finish() });
  const size = bytes.length;
  const entry = { source, file: "x", bytes: size, residentBytes: size, confirmedAt: gone };
  const bucket = { get: async () => new Response(bytes) } as unknown as Bucket;
  const fresh = { builder, now: NOW, log: () => undefined };
  const { tables, retained } = await retainBefore(bucket, entry as ManifestEntry, fresh);
  return { rows: tables.reduce((sum, table) => sum + table.rows, 0), retained };
}

it("blocks that left a feed are dropped if there would be more than a look-up can tell apart", async () => {
  const kept = await keptOf(blocks(HALF, HALF + 1), HALF + 1, blocks(0, HALF), NOW);
  expect(kept.rows).toBe(HALF);
});

it("blocks that left a feed are retained until their evidence has faded", async () => {
  const tauDays = BUILT_IN.get("spamhaus-drop")?.decay?.tauDays ?? 0;
  const gone = NOW - tauDays * DAY_MS;
  expect(tauDays).toBeGreaterThan(0);
  expect(await keptOf(blocks(5, 2), 2, blocks(0, 3), gone)).toEqual({ rows: 5, retained: 2 });
  expect(await keptOf(blocks(5, 2), 2, blocks(0, 3), gone - 1_000)).toEqual({
    rows: 3,
    retained: 0,
  });
});
