import type { IndicatorType } from "../../../src/intel/indicators/indicator.ts";
import { hashOfHost, nameKey } from "../../../src/intel/keys/keys.ts";
import { collectFinding } from "../../../src/intel/segments/collect-finding.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { NO_WEIGHT, type Row } from "../../../src/intel/segments/table.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import { BUILT_IN } from "../../../src/intel/sources/registry.ts";
import type { Source } from "../../../src/intel/sources/source.ts";
import { addressNumber } from "./generate.ts";

export interface MadeSegment {
  source: Source;
  file: ArrayBuffer;
  /** The part that an isolate holds. */
  held: ArrayBuffer;
}

const PLAIN: Row = { first: 0, last: 0, gone: 0, weight: NO_WEIGHT, trait: 0 };
const SOURCES: Partial<Record<IndicatorType, string>> = {
  ip: "threatfox-ips",
  domain: "urlhaus",
  url: "urlhaus",
};

/** Makes generated indicators in so many segments, as sources would bring them. */
export function makeSegments(
  type: IndicatorType,
  write: (number: number) => string,
  rows: number,
  segments: number,
): MadeSegment[] {
  const source = BUILT_IN.get(SOURCES[type] ?? "");
  if (source === undefined) throw new Error(`There is no source of ${type}.`);
  const each = Math.ceil(rows / segments);
  return Array.from({ length: segments }, (_, at) => {
    const builder = new SegmentBuilder();
    const end = Math.min(rows, (at + 1) * each);
    for (let number = at * each; number < end; number += 1) add(builder, type, number, write);
    const about = { source: source.id, createdAt: 0, rows: each, retained: 0 };
    const tables = builder.finish();
    const { bytes, residentBytes } = writeSegment({ ...about, traits: builder.traits, tables });
    const held = bytes.slice(0, residentBytes).buffer;
    return { source, file: bytes.buffer, held };
  });
}

/**
 * Adds an indicator; addresses and names by their keys, because with text by the million the parser
 * would be measured.
 */
function add(
  builder: SegmentBuilder,
  type: IndicatorType,
  number: number,
  write: (number: number) => string,
): void {
  if (type === "ip") {
    builder.add("ip4", [addressNumber(number)], PLAIN);
  } else if (type === "domain") {
    const { hi, lo } = nameKey(hashOfHost(write(number)));
    builder.add("name", [hi, lo], PLAIN);
  } else {
    collectFinding(
      builder,
      { kind: "url", value: write(number) },
      { mailSecret: "", allowWide: false },
    );
  }
}
