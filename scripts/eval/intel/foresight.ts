import "../../suffixes/open-rules.ts";
import { isRefusal } from "../../../src/http/index.ts";
import { buildIndex, finish, type Index } from "../../../src/intel/indexes/build-index.ts";
import { readIndicator } from "../../../src/intel/indicators/read-indicator.ts";
import { lookUp } from "../../../src/intel/lookup/look-up.ts";
import { collectFinding } from "../../../src/intel/segments/collect-finding.ts";
import { readSegment } from "../../../src/intel/segments/read-segment.ts";
import { SegmentBuilder } from "../../../src/intel/segments/segment-builder.ts";
import { writeSegment } from "../../../src/intel/segments/write-segment.ts";
import type { Source } from "../../../src/intel/sources/source.ts";
import { NO_LISTS } from "../../../src/intel/tenant-lists/match-lists.ts";
import type { Listing } from "./read-history.ts";

const DAY = 86_400;
const SHOWN_DAYS = 14;

/** Looks up, at a time, the addresses that the list had only later. */
export async function foresight(
  source: Source,
  history: readonly Listing[],
  at: number,
): Promise<{ asked: number; found: number; suspicious: number; malicious: number }> {
  const index = indexAt(source, history, at);
  const told = { asked: 0, found: 0, suspicious: 0, malicious: 0 };
  const knowledge = { index, lists: NO_LISTS, mailSecret: "", confirm: async () => [] };
  for (const { value, first } of history) {
    if (first <= at || first > at + SHOWN_DAYS * DAY) continue;
    const indicator = readIndicator("url", value);
    if (isRefusal(indicator)) continue;
    const { verdict } = await lookUp(knowledge, indicator, at * 1000);
    told.asked += 1;
    if (verdict.found) told.found += 1;
    if (verdict.disposition === "suspicious") told.suspicious += 1;
    if (verdict.disposition === "malicious") told.malicious += 1;
  }
  return told;
}

/** Makes an index of what was first listed in the two weeks before, as if the list still had it. */
function indexAt(source: Source, history: readonly Listing[], at: number): Index {
  const builder = new SegmentBuilder();
  let rows = 0;
  for (const { value, first } of history) {
    if (first > at || first <= at - SHOWN_DAYS * DAY) continue;
    const finding = { kind: "url", value, first } as const;
    collectFinding(builder, finding, { mailSecret: "", allowWide: false });
    rows += 1;
  }
  const tables = builder.finish();
  const about = { source: source.id, createdAt: 0, rows, retained: 0, traits: builder.traits };
  const { bytes } = writeSegment({ ...about, tables });
  const segment = readSegment(bytes.buffer);
  return finish(buildIndex(1, [{ source, segment, file: "", confirmedAt: at * 1000 }]));
}
