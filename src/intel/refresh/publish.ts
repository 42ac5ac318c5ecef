import { refuse, type Refusal } from "../../http/index.ts";
import { uuidv7 } from "../../platform/index.ts";
import { changeManifest, type Bucket, type ManifestEntry } from "../segments/manifest.ts";
import type { Source } from "../sources/source.ts";

/** What all sources together may take of an isolate's 128 MB; the merged tables come on top. */
export const MAX_RESIDENT_BYTES = 40_000_000;

export function fileFor(source: string, kind: "segments" | "texts", now: number): string {
  return `intel/${kind}/${source}/${uuidv7(now)}`;
}

export interface Publication {
  source: Source;
  file: string;
  bytes: number;
  residentBytes: number;
  rows: number;
  texts: string | undefined;
  now: number;
}

/** Makes a stored segment the live one of its source, in one step; says the new version. */
export async function publish(bucket: Bucket, publication: Publication): Promise<number | Refusal> {
  const { now, ...about } = publication;
  let isFull = false;
  const manifest = await changeManifest(bucket, (entries, version) => {
    const others = entries.filter(({ source }) => source.id !== about.source.id);
    const used = others.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    isFull = used + about.residentBytes > MAX_RESIDENT_BYTES;
    if (isFull) return entries;
    const entry: ManifestEntry = { ...about, version, loadedAt: now, confirmedAt: now };
    return [...others, entry].toSorted(byId);
  });
  if (!isFull) return manifest.version;
  return refuse(
    422,
    "no_room",
    `All sources together may take ${MAX_RESIDENT_BYTES} bytes of memory; this one goes beyond.`,
  );
}

/** Takes a source out of the index. */
export async function withdraw(bucket: Bucket, id: string): Promise<void> {
  await changeManifest(bucket, (entries) => entries.filter(({ source }) => source.id !== id));
}

/** Notes that sources still list what they did, and what operators changed of them. */
export async function reconfirm(bucket: Bucket, source: Source, confirmedAt: number) {
  await changeManifest(bucket, (entries) =>
    entries.map((entry) =>
      entry.source.id === source.id
        ? { ...entry, source, confirmedAt: Math.max(entry.confirmedAt, confirmedAt) }
        : entry,
    ),
  );
}

function byId(one: ManifestEntry, other: ManifestEntry): number {
  return one.source.id < other.source.id ? -1 : 1;
}
