import type { Part } from "../../src/intel/indexes/build-index.ts";
import { collectFinding } from "../../src/intel/segments/collect-finding.ts";
import { readSegment } from "../../src/intel/segments/read-segment.ts";
import { SegmentBuilder } from "../../src/intel/segments/segment-builder.ts";
import { writeSegment } from "../../src/intel/segments/write-segment.ts";
import type { Finding } from "../../src/intel/sources/finding.ts";
import { BUILT_IN } from "../../src/intel/sources/registry.ts";

interface Listed {
  kind: Finding["kind"];
  values: readonly string[];
  now: number;
}

/** Makes a built-in source's part of an index, which lists these values now. */
export function aPartOf(id: string, { kind, values, now }: Listed): Part {
  const source = BUILT_IN.get(id);
  if (source === undefined) throw new Error(`There is no source ${id}.`);
  const builder = new SegmentBuilder();
  for (const value of values) {
    collectFinding(builder, { kind, value }, { mailSecret: "", allowWide: true });
  }
  const { traits } = builder;
  const about = { source: id, createdAt: now, rows: values.length, retained: 0, traits };
  const { bytes } = writeSegment({ ...about, tables: builder.finish() });
  return { source, segment: readSegment(bytes.buffer), file: id, confirmedAt: now };
}
