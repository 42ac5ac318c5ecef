import { isRefusal, type Refusal } from "../../http/index.ts";
import { contentOf } from "../segments/editions.ts";
import { PREAMBLE_BYTES } from "../segments/layout.ts";
import { findLive, type Bucket } from "../segments/manifest.ts";
import { CorruptSegment, opening, readHeader, readSegment } from "../segments/read-segment.ts";
import { NO_TAGS } from "../live/store.ts";
import type { KnownSource } from "../store.ts";
import { type AcceptedFeed, type FeedOptions } from "./accept-feed.ts";
import { judgeFeed, judgeTables, refuseFeed } from "./judge-feed.ts";
import { fileFor, MAX_RESIDENT_BYTES, noRoom, publish } from "./publish.ts";
import { recordLive } from "./record-live.ts";
import type { Stores } from "./stores.ts";

const HEADER_LENGTH_AT = 8;

/** Makes an uploaded segment the live one of its source, for sets that are too large to build here. */
export async function acceptSegment(
  { db, bucket }: Stores,
  known: KnownSource,
  body: ReadableStream<Uint8Array>,
  { now, mayShrink, trace }: FeedOptions,
): Promise<AcceptedFeed | Refusal> {
  const { source, row } = known;
  const file = fileFor(source.id, "segments", now);
  const stored = await bucket.put(file, body);
  const drop = async (refused: Refusal) => {
    await bucket.delete(file);
    return refused;
  };
  const checked = await check(bucket, file, stored?.size ?? 0, source.id);
  if (isRefusal(checked)) return drop(checked);
  const feed = { ...checked, badLines: 0, firstBadLines: [], trouble: undefined };
  const before = await findLive(bucket, source.id);
  const unfit = judgeFeed(feed, mayShrink ? 0 : (before?.rows ?? row.rows));
  if (unfit !== undefined) return drop(unfit);
  const { rows } = checked;
  const about = { ...checked, known, file, texts: undefined, now };
  const version = await publish({ db, bucket }, about);
  if (isRefusal(version)) return drop(version);
  const counts = { rows, badLines: 0, firstBadLines: [], version };
  const live = { ...counts, retained: 0, loadedAt: now, ...NO_TAGS };
  const gone = await recordLive({ db, bucket }, known, live, file, trace);
  return gone ?? { source: source.id, ...counts };
}

interface Checked {
  rows: number;
  residentBytes: number;
  bytes: number;
  content: string;
}

/** Opens the stored file as an isolate would. Blocks are checked later, when they are read. */
async function check(
  bucket: Bucket,
  file: string,
  bytes: number,
  source: string,
): Promise<Checked | Refusal> {
  try {
    const preamble = await range(bucket, file, PREAMBLE_BYTES);
    if (preamble.byteLength < PREAMBLE_BYTES) throw new CorruptSegment("it is too short");
    const headerBytes = new DataView(preamble).getUint32(HEADER_LENGTH_AT, true);
    if (headerBytes > bytes) throw new CorruptSegment("its header is cut");
    if (headerBytes > MAX_RESIDENT_BYTES) return noRoom();
    const head = await range(bucket, file, PREAMBLE_BYTES + headerBytes);
    const { header, base } = opening(() => readHeader(head));
    if (header.source !== source) throw new CorruptSegment(`it is of the source ${header.source}`);
    const residentBytes = base + header.residentBytes;
    if (!(residentBytes >= base && residentBytes <= bytes)) throw new CorruptSegment("it is cut");
    // Refused before it is read: too much memory would end this isolate and all of its requests.
    if (residentBytes > MAX_RESIDENT_BYTES) return noRoom();
    readSegment(await range(bucket, file, residentBytes));
    const ends = opening(() => header.tables.flatMap(sectionEnds));
    const end = Math.max(residentBytes, ...ends.map((at) => base + at));
    if (end > bytes) throw new CorruptSegment("it is cut");
    const content = contentOf(header);
    return judgeTables(header.tables) ?? { rows: header.rows, residentBytes, bytes, content };
  } catch (error) {
    if (!(error instanceof CorruptSegment)) throw error;
    return refuseFeed("segment_corrupt", error.message);
  }
}

type TableHeader = ReturnType<typeof readHeader>["header"]["tables"][number];

function sectionEnds({ words, columns }: TableHeader): number[] {
  return [...words, ...Object.values(columns)].map(({ section }) =>
    section === undefined ? 0 : section.at + section.bytes,
  );
}

async function range(bucket: Bucket, file: string, length: number): Promise<ArrayBuffer> {
  const object = await bucket.get(file, { range: { offset: 0, length } });
  if (object === null || !("body" in object)) throw new CorruptSegment("it was not stored");
  return object.arrayBuffer();
}
