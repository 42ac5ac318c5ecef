import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import type { Log } from "../../platform/index.ts";
import { contentOf } from "../segments/editions.ts";
import { findLive, type ManifestEntry } from "../segments/manifest.ts";
import { writeSegment } from "../segments/write-segment.ts";
import { type FeedTags, type FeedTrace, NO_TAGS } from "../live/store.ts";
import { READER } from "../sources/read-feed.ts";
import type { KnownSource } from "../store.ts";
import {
  buildFromFeed,
  type BadLine,
  type BuildOptions,
  type BuiltFeed,
} from "./build-from-feed.ts";
import { judgeFeed } from "./judge-feed.ts";
import { FeedTooLarge, MAX_FEED_KEYS } from "./limits.ts";
import { MAX_FEED_BYTES } from "./most-bytes.ts";
import { fileFor, publish } from "./publish.ts";
import { recordLive } from "./record-live.ts";
import { retainBefore } from "./retain-before.ts";
import type { Stores } from "./stores.ts";
import { TextKeeper } from "./text-keeper.ts";

export interface FeedOptions {
  now: number;
  /** Takes also a feed that has shrunk by more than half. */
  mayShrink: boolean;
  log: Log;
  /** The publisher's ETag and date; absent if the feed was loaded by hand. */
  tags?: FeedTags;
  /** For the audit log, if somebody loads it by hand. */
  trace?: FeedTrace;
}

export interface AcceptedFeed {
  source: string;
  rows: number;
  badLines: number;
  firstBadLines: BadLine[];
  version: number;
}

/** Makes a feed the live one of its source. A refused feed changes nothing. */
export async function acceptFeed(
  stores: Stores,
  known: KnownSource,
  bytes: AsyncIterable<Uint8Array>,
  options: FeedOptions,
): Promise<AcceptedFeed | Refusal> {
  const { source, row } = known;
  const { mailSecret } = stores;
  const texts = new TextKeeper();
  const isExported = source.effect === "threat" || source.effect === "veto";
  const onText = isExported ? texts.keep : undefined;
  const built = await buildWithinLimits(known, bytes, { mailSecret, onText });
  const plain = await texts.finish();
  if (isRefusal(built)) return built;
  const before = await findLive(stores.bucket, source.id);
  // From the manifest: D1 may not know yet what is live.
  const refused = judgeFeed(built, options.mayShrink ? 0 : (before?.rows ?? row.rows));
  if (refused !== undefined) return refused;
  const stored = await store(stores, known, built, {
    now: options.now,
    log: options.log,
    before,
    isFetched: options.tags !== undefined,
    plain: texts.count > 0 ? plain : undefined,
  });
  if (isRefusal(stored)) return stored;
  const { rows, badLines, firstBadLines } = built;
  const { version, retained, file } = stored;
  const counts = { rows, badLines, firstBadLines, version };
  const { now, tags = NO_TAGS, trace } = options;
  const live = { ...counts, retained, loadedAt: now, ...tags };
  const gone = await recordLive(stores, known, live, file, trace);
  return gone ?? { source: source.id, ...counts };
}

async function buildWithinLimits(
  { source }: KnownSource,
  bytes: AsyncIterable<Uint8Array>,
  options: BuildOptions,
): Promise<BuiltFeed | Refusal> {
  try {
    const limits = { mostKeys: MAX_FEED_KEYS, mostBytes: MAX_FEED_BYTES };
    return await buildFromFeed(source, bytes, { ...options, ...limits });
  } catch (error) {
    if (error instanceof FeedTooLarge) return refuse(413, error.error, error.message);
    throw error;
  }
}

interface Work {
  now: number;
  log: Log;
  before: ManifestEntry | undefined;
  isFetched: boolean;
  plain: ArrayBuffer | undefined;
}

/**
 * Writes the segment first and the manifest after it, so that every manifest names files that
 * exist.
 */
async function store(
  stores: Stores,
  known: KnownSource,
  { builder, rows, badLines }: BuiltFeed,
  { now, log, before, isFetched, plain }: Work,
): Promise<{ version: number; retained: number; file: string } | Refusal> {
  const { bucket } = stores;
  const { source } = known;
  const { tables, retained } = await retainBefore(bucket, before, { builder, now, log });
  const { traits } = builder;
  const segment = writeSegment({
    source: source.id,
    createdAt: now,
    rows,
    retained,
    traits,
    tables,
  });
  const file = fileFor(source.id, "segments", now);
  await bucket.put(file, segment.bytes);
  const texts = plain === undefined ? undefined : fileFor(source.id, "texts", now);
  if (texts !== undefined && plain !== undefined) await bucket.put(texts, plain);
  const version = await publish(stores, {
    known,
    file,
    bytes: segment.bytes.length,
    residentBytes: segment.residentBytes,
    rows,
    texts,
    reader: READER,
    badLines,
    retained,
    content: contentOf(segment.header),
    isFetched,
    now,
  });
  if (!isRefusal(version)) return { version, retained, file };
  // Should this fail, the sweep deletes them.
  await bucket.delete(texts === undefined ? file : [file, texts]).catch(() => {});
  return version;
}
