import { failureOf } from "../../http/index.ts";
import {
  buildIndex,
  finishPolitely,
  withParts,
  type Index,
  type Part,
} from "../index/build-index.ts";
import type { Bucket, Manifest, ManifestEntry } from "../segments/manifest.ts";
import { CorruptSegment, readSegment, type Segment } from "../segments/read-segment.ts";
import { DamagedSource } from "./damaged-source.ts";

/** The platform opens six connections for one request at the same time. */
const AT_ONCE = 6;

/**
 * Makes the index of a manifest. Segments that the index before it has are taken from there; one
 * that is missing or damaged fails the whole, so that nobody gets half an index.
 */
export async function loadIndex(
  bucket: Bucket,
  manifest: Manifest,
  before: Index | undefined,
): Promise<Index> {
  const known = new Map(before?.parts.map((part) => [part.file, part.segment]));
  const segments = await loadSegments(bucket, manifest.entries, known);
  const parts = manifest.entries.map((entry): Part => {
    const segment = segments.get(entry.file);
    if (segment === undefined) throw new Error(`The segment ${entry.file} was not loaded.`);
    return {
      source: entry.source,
      segment,
      file: entry.file,
      confirmedAt: entry.confirmedAt,
    };
  });
  if (before !== undefined && isSame(before.parts, parts)) {
    return withParts(before, manifest.version, parts);
  }
  return finishPolitely(buildIndex(manifest.version, parts), () => scheduler.wait(0));
}

async function loadSegments(
  bucket: Bucket,
  entries: readonly ManifestEntry[],
  known: ReadonlyMap<string, Segment>,
): Promise<Map<string, Segment>> {
  const segments = new Map<string, Segment>();
  const waiting: ManifestEntry[] = [];
  for (const entry of entries) {
    const segment = known.get(entry.file);
    if (segment === undefined) waiting.push(entry);
    else segments.set(entry.file, segment);
  }
  const work = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      segments.set(entry.file, await loadSegment(bucket, entry));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return segments;
}

async function loadSegment(bucket: Bucket, entry: ManifestEntry): Promise<Segment> {
  const { file, residentBytes, source } = entry;
  try {
    const object = await bucket.get(file, { range: { offset: 0, length: residentBytes } });
    if (object === null || !("body" in object)) throw new CorruptSegment("it is missing");
    return readSegment(await object.arrayBuffer());
  } catch (error) {
    if (error instanceof CorruptSegment) throw new DamagedSource(entry, error.reason);
    const why = failureOf(error);
    const what = `The segment ${file} of the source ${source.id} cannot be read: ${why}`;
    throw new Error(what, { cause: error });
  }
}

/** Nothing but times and definitions changed: the merged tables can stay. */
function isSame(before: readonly Part[], now: readonly Part[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ segment, source }, at) => {
      const other = now[at];
      return other?.segment === segment && other.source.id === source.id;
    })
  );
}
