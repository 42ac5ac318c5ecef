import {
  buildIndex,
  finishPolitely,
  withParts,
  type Index,
  type Part,
} from "../indexes/build-index.ts";
import type { Manifest, ManifestEntry } from "../segments/manifest.ts";
import type { Segment } from "../segments/read-segment.ts";

/** The platform allows six open connections for each request. */
const AT_ONCE = 6;

type LoadSegment = (entry: ManifestEntry) => Promise<Segment>;

/**
 * Makes the index of a manifest. Segments of the index before are used again. If one is missing or
 * damaged, the whole fails: there is no half index.
 */
export async function loadIndex(
  load: LoadSegment,
  manifest: Manifest,
  before: Index | undefined,
): Promise<Index> {
  const known = new Map(before?.parts.map((part) => [part.file, part.segment]));
  const segments = await loadSegments(load, manifest.entries, known);
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
  load: LoadSegment,
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
      segments.set(entry.file, await load(entry));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return segments;
}

/** Whether only times and definitions have changed: then the merged tables are kept. */
function isSame(before: readonly Part[], now: readonly Part[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ segment, source }, at) => {
      const other = now[at];
      return other?.segment === segment && other.source.id === source.id;
    })
  );
}
