import { collectFinding } from "../../src/intel/segments/collect-finding.ts";
import { SegmentBuilder } from "../../src/intel/segments/segment-builder.ts";
import { writeSegment, type WrittenSegment } from "../../src/intel/segments/write-segment.ts";
import type { Finding } from "../../src/intel/sources/finding.ts";

/**
 * Makes a segment, mostly of domains, as the command line does. With more than `residentMaxRows` rows
 * it is read in blocks.
 */
export function aSegment(
  source: string,
  names: readonly string[],
  residentMaxRows?: number,
  kind: Finding["kind"] = "domain",
): WrittenSegment {
  const builder = new SegmentBuilder();
  for (const value of names) {
    collectFinding(builder, { kind, value }, { mailSecret: "", allowWide: false });
  }
  const { traits } = builder;
  const about = { source, createdAt: Date.now(), rows: names.length, retained: 0, traits };
  return writeSegment(
    { ...about, tables: builder.finish() },
    residentMaxRows === undefined ? {} : { residentMaxRows },
  );
}
