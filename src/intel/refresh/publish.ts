import { refuse, type Refusal } from "../../http/index.ts";
import { uuidv7, type Database } from "../../platform/index.ts";
import {
  changeManifest,
  readManifest,
  type Bucket,
  type ManifestEntry,
} from "../segments/manifest.ts";
import type { Source } from "../sources/source.ts";
import { latestVersion } from "../live/store.ts";

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
export async function publish(
  { db, bucket }: { db: Database; bucket: Bucket },
  publication: Publication,
): Promise<number | Refusal> {
  const { now, ...about } = publication;
  let isFull = false;
  const add = (entries: ManifestEntry[], version: number) => {
    const others = entries.filter(({ source }) => source.id !== about.source.id);
    const used = others.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    isFull = used + about.residentBytes > MAX_RESIDENT_BYTES;
    if (isFull) return entries;
    const entry: ManifestEntry = { ...about, version, loadedAt: now, confirmedAt: now };
    return [...others, entry].toSorted(byId);
  };
  const manifest = await changeManifest(bucket, add, async () => latestVersion(db));
  return isFull ? noRoom() : manifest.version;
}

export function noRoom(): Refusal {
  return refuse(
    422,
    "no_room",
    `All sources together may take ${MAX_RESIDENT_BYTES} bytes of memory; this one goes beyond.`,
  );
}

/** Takes a source out of the index; nothing is written where it is not in it. */
export function withdraw(bucket: Bucket, id: string): Promise<void> {
  return takeOut(bucket, ({ source }) => source.id === id);
}

/** The same of one segment, whatever its source has by now. */
export function withdrawFile(bucket: Bucket, file: string): Promise<void> {
  return takeOut(bucket, (entry) => entry.file === file);
}

async function takeOut(bucket: Bucket, goes: (entry: ManifestEntry) => boolean): Promise<void> {
  const { manifest } = await readManifest(bucket);
  if (!manifest.entries.some(goes)) return;
  await changeManifest(bucket, (entries) => entries.filter((entry) => !goes(entry)));
}

/** Notes that a source still lists what it did in this version. */
export async function reconfirm(
  bucket: Bucket,
  { id, version }: { id: string; version: number },
  at: number,
): Promise<void> {
  const later = (entry: ManifestEntry) =>
    entry.version === version ? { ...entry, confirmedAt: Math.max(entry.confirmedAt, at) } : entry;
  await changeEntry(bucket, id, later);
}

/** Notes what operators changed of a source. */
export async function redefine(bucket: Bucket, source: Source): Promise<void> {
  await changeEntry(bucket, source.id, (entry) => ({ ...entry, source }));
}

async function changeEntry(
  bucket: Bucket,
  id: string,
  change: (entry: ManifestEntry) => ManifestEntry,
): Promise<void> {
  await changeManifest(bucket, (entries) =>
    entries.map((entry) => (entry.source.id === id ? change(entry) : entry)),
  );
}

function byId(one: ManifestEntry, other: ManifestEntry): number {
  return one.source.id < other.source.id ? -1 : 1;
}
