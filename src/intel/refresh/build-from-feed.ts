import { collectFinding, type CollectOptions } from "../segments/collect-finding.ts";
import { SegmentBuilder } from "../segments/segment-builder.ts";
import { isBad, partsOf, type Reading } from "../sources/finding.ts";
import { readFeed, type Trouble } from "../sources/read-feed.ts";
import type { Source } from "../sources/source.ts";
import { loadSuffixes } from "../suffixes/load-suffixes.ts";
import { NotUnpacked, unpack } from "../sources/unpack.ts";
import { tooManyKeys, withinLimit } from "./limits.ts";

const BAD_LINES_SHOWN = 10;

export interface BadLine {
  line: number;
  reason: string;
}

export interface BuiltFeed {
  builder: SegmentBuilder;
  /** Good records, with repeated ones. */
  rows: number;
  badLines: number;
  firstBadLines: BadLine[];
  /** What is wrong with the file as a whole. */
  trouble: Trouble | undefined;
}

export interface BuildOptions extends Omit<CollectOptions, "allowWide" | "isThreat"> {
  /** No limit without it, as on the command line. */
  mostKeys?: number;
  /** Limit for the file, and for what it unpacks to. */
  mostBytes?: number;
}

/** Reads a feed to its end. Bad lines are counted, and the first few kept. */
export async function buildFromFeed(
  source: Pick<Source, "format" | "effect">,
  bytes: AsyncIterable<Uint8Array>,
  { mostKeys = Infinity, mostBytes = Infinity, ...options }: BuildOptions,
): Promise<BuiltFeed> {
  const builder = new SegmentBuilder();
  const built: BuiltFeed = {
    builder,
    rows: 0,
    badLines: 0,
    firstBadLines: [],
    trouble: undefined,
  };
  const { effect } = source;
  const collect = { ...options, allowWide: effect === "veto", isThreat: effect === "threat" };
  await loadSuffixes();
  const plain = withinLimit(unpack(withinLimit(bytes, mostBytes)), mostBytes);
  built.trouble = await readFeed(source.format, plain, (reading, line) => {
    const reason = takeReading(builder, reading, collect);
    if (builder.keys > mostKeys) throw tooManyKeys(mostKeys);
    if (reading === undefined) return;
    if (reason === undefined) built.rows += 1;
    else note(built, line, reason);
  }).catch(notUnpacked);
  return built;
}

function notUnpacked(error: unknown): Trouble {
  if (error instanceof NotUnpacked) return { error: "feed_damaged", message: error.message };
  throw error;
}

/** Takes all findings of a record. Returns why it is bad, if any of them is. */
function takeReading(
  builder: SegmentBuilder,
  reading: Reading,
  options: CollectOptions,
): string | undefined {
  if (reading === undefined) return undefined;
  let reason: string | undefined;
  for (const one of partsOf(reading)) {
    const wrong = isBad(one) ? one.bad : collectFinding(builder, one, options);
    reason ??= wrong;
  }
  return reason;
}

function note(built: BuiltFeed, line: number, reason: string): void {
  built.badLines += 1;
  if (built.firstBadLines.length < BAD_LINES_SHOWN) built.firstBadLines.push({ line, reason });
}
