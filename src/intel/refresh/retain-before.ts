import type { Log } from "../../platform/index.ts";
import { MAX_ROWS } from "../indexes/reference.ts";
import type { Table } from "../segments/table.ts";
import type { Bucket, ManifestEntry } from "../segments/manifest.ts";
import { CorruptSegment, readSegment, type Segment } from "../segments/read-segment.ts";
import { retain } from "../segments/retain.ts";
import type { SegmentBuilder } from "../segments/segment-builder.ts";
import { valueAt } from "../segments/table.ts";

const DAY_SECONDS = 86_400;

export interface Fresh {
  builder: SegmentBuilder;
  now: number;
  log: Log;
}

/**
 * Adds to the new tables what the source no longer lists, for as long as that is still evidence. Not
 * for lists too large to be held in memory, nor if the segment before is damaged.
 */
export async function retainBefore(
  bucket: Bucket,
  before: ManifestEntry | undefined,
  { builder, now, log }: Fresh,
): Promise<{ tables: Table[]; retained: number }> {
  const tables = builder.finish();
  const tauDays = before?.source.decay?.tauDays;
  if (before === undefined || tauDays === undefined || before.bytes !== before.residentBytes) {
    return { tables, retained: 0 };
  }
  const segment = await segmentBefore(bucket, before, log);
  if (segment === undefined) return { tables, retained: 0 };
  const { header, tables: old } = segment;
  const retention = {
    goneAt: Math.floor(before.confirmedAt / 1000),
    since: Math.floor(now / 1000) - tauDays * DAY_SECONDS,
    traitOf: (trait: number) => builder.traitOf(header.traits[trait] ?? {}),
  };
  const kept = tables.map((table) => {
    const other = old.find(({ kind }) => kind === table.kind);
    const both = other && retain(table, other, retention);
    return both === undefined || both.rows > MAX_ROWS ? table : both;
  });
  return { tables: kept, retained: kept.reduce((sum, table) => sum + goneIn(table), 0) };
}

async function segmentBefore(
  bucket: Bucket,
  { file, source }: ManifestEntry,
  log: Log,
): Promise<Segment | undefined> {
  const object = await bucket.get(file);
  if (object === null) return undefined;
  const bytes = await object.arrayBuffer();
  try {
    return readSegment(bytes);
  } catch (error) {
    if (!(error instanceof CorruptSegment)) throw error;
    log({ level: "error", event: "segment_replaced", source: source.id, reason: error.message });
    return undefined;
  }
}

function goneIn({ columns, rows }: Table): number {
  let gone = 0;
  for (let row = 0; row < rows; row += 1) if (valueAt(columns.gone, row) > 0) gone += 1;
  return gone;
}
