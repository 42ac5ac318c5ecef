import { failureOf } from "../../http/index.ts";
import { keepNear, recallNear, type EdgeCache, type Outlive } from "../../platform/index.ts";
import type { Bucket, ManifestEntry } from "../segments/manifest.ts";
import { CorruptSegment, readSegment, type Segment } from "../segments/read-segment.ts";
import { DamagedSource } from "./damaged-source.ts";

const CACHE_SECONDS = 86_400;
const CACHE_ADDRESS = "https://segments.rampart.internal/";

/** Where segments are read from: the store, and the cache of the data centre, if there is one. */
export interface Shelves {
  bucket: Bucket;
  cache: EdgeCache | undefined;
}

/**
 * Loads a segment from the cache of the data centre, or else from the store, which may be on the other
 * side of the world. A stored file never changes, and `readSegment` finds out if it is damaged.
 */
export async function loadSegment(
  { bucket, cache }: Shelves,
  entry: ManifestEntry,
  outlive: Outlive,
): Promise<Segment> {
  const address = `${CACHE_ADDRESS}${entry.file}?bytes=${entry.residentBytes}`;
  const near = cache && (await openNear(cache, address));
  if (near !== undefined) return near;
  const bytes = await fetchResident(bucket, entry);
  const segment = open(entry, bytes);
  if (cache !== undefined) outlive(keepNear(cache, address, bytes, CACHE_SECONDS));
  return segment;
}

async function openNear(cache: EdgeCache, address: string): Promise<Segment | undefined> {
  const bytes = await recallNear(cache, address);
  try {
    return bytes && readSegment(bytes);
  } catch {
    return undefined;
  }
}

async function fetchResident(bucket: Bucket, entry: ManifestEntry): Promise<ArrayBuffer> {
  const { file, residentBytes, source } = entry;
  try {
    const object = await bucket.get(file, { range: { offset: 0, length: residentBytes } });
    if (object === null || !("body" in object)) throw new DamagedSource(entry, "it is missing");
    return await object.arrayBuffer();
  } catch (error) {
    if (error instanceof DamagedSource) throw error;
    const why = failureOf(error);
    const what = `The segment ${file} of the source ${source.id} cannot be read: ${why}`;
    throw new Error(what, { cause: error });
  }
}

function open(entry: ManifestEntry, bytes: ArrayBuffer): Segment {
  try {
    return readSegment(bytes);
  } catch (error) {
    if (error instanceof CorruptSegment) throw new DamagedSource(entry, error.reason);
    throw error;
  }
}
