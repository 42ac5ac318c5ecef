import { refuse, type Refusal } from "../../http/index.ts";
import { uuidv7 } from "../../platform/index.ts";
import { editionsAfter } from "../segments/editions.ts";
import {
  changeManifest,
  readManifest,
  type Edition,
  type ManifestEntry,
} from "../segments/manifest.ts";
import type { Source } from "../sources/source.ts";
import { latestVersion } from "../live/store.ts";
import { findSource, isSameSource, type KnownSource } from "../store.ts";
import type { Stores } from "./stores.ts";

/** The memory of all sources together, of an isolate's 128 MB. The merged tables come on top. */
export const MAX_RESIDENT_BYTES = 40_000_000;

export function fileFor(source: string, kind: "segments" | "texts", now: number): string {
  return `intel/${kind}/${source}/${uuidv7(now)}`;
}

/** The bucket has the manifest; D1 knows its last version too. */
type Kept = Pick<Stores, "db" | "bucket">;

export interface Publication extends Omit<Edition, "version" | "loadedAt" | "confirmedAt"> {
  known: KnownSource;
  now: number;
  /** For what is put back; what is new was confirmed when it was loaded. */
  confirmedAt?: number;
  /** Nobody asked for it, so it gives way to an edition that was put back meanwhile. */
  isFetched?: boolean;
}

/**
 * Makes a stored segment the live one of its source, and returns the new version. It asks whether the
 * source still exists after each reading of the manifest: a deletion writes the manifest, so that a
 * publication under way has to read it again.
 */
export async function publish(stores: Kept, publication: Publication): Promise<number | Refusal> {
  const { now, known, confirmedAt = now, isFetched = false, ...fields } = publication;
  const about = { source: known.source, ...fields };
  let isGone = false;
  let refused: Refusal | undefined;
  const lastKnown = async () => {
    isGone = !(await stands(stores, known));
    return latestVersion(stores.db);
  };
  const add = (entries: ManifestEntry[], version: number) => {
    const others = entries.filter(({ source }) => source.id !== about.source.id);
    const replaced = entries.find(({ source }) => source.id === about.source.id);
    const used = others.reduce((sum, { residentBytes }) => sum + residentBytes, 0);
    if (isGone) refused = deletedMeanwhile();
    else if (isFetched && isPutBack(replaced, known)) refused = putBackMeanwhile();
    else if (used + about.residentBytes > MAX_RESIDENT_BYTES) refused = noRoom();
    else refused = undefined;
    if (refused !== undefined) return entries;
    const before = replaced && editionsAfter(replaced, about);
    const entry: ManifestEntry = { ...about, version, loadedAt: now, confirmedAt, before };
    return [...others, entry].toSorted(byId);
  };
  const manifest = await changeManifest(stores.bucket, add, lastKnown);
  return refused ?? manifest.version;
}

/** Whether an edition has been put back that the source's row, as it was read, does not know of. */
export function isPutBack(live: ManifestEntry | undefined, { row }: KnownSource): boolean {
  return live?.restored !== undefined && live.version > row.version;
}

async function stands({ db }: Kept, known: KnownSource): Promise<boolean> {
  if (known.isBuiltIn) return true;
  const now = await findSource(db, known.source.id);
  return now !== undefined && isSameSource(known, now);
}

export function deletedMeanwhile(): Refusal {
  return refuse(404, "not_found", "The source was deleted while its feed was read.");
}

function putBackMeanwhile(): Refusal {
  return refuse(404, "not_found", "An earlier edition was put back while the feed was read.");
}

export function noRoom(): Refusal {
  return refuse(
    422,
    "no_room",
    `All sources together may take ${MAX_RESIDENT_BYTES} bytes of memory; this one goes beyond.`,
  );
}

/** Takes a source out of the manifest, if it is in it. */
export function withdraw(stores: Kept, id: string): Promise<void> {
  return takeOut(stores, ({ source }) => source.id === id);
}

/** Takes a deleted source out. Writes the manifest in any case, for publications under way. */
export async function withdrawDeleted(stores: Kept, id: string): Promise<void> {
  await change(stores, (entries) => entries.filter(({ source }) => source.id !== id));
}

/** Takes one segment out of the manifest, if it is still in it. */
export function withdrawFile(stores: Kept, file: string): Promise<void> {
  return takeOut(stores, (entry) => entry.file === file);
}

async function takeOut(stores: Kept, goes: (entry: ManifestEntry) => boolean): Promise<void> {
  const { manifest } = await readManifest(stores.bucket);
  if (!manifest.entries.some(goes)) return;
  await change(stores, (entries) => entries.filter((entry) => !goes(entry)));
}

/** Notes that a source's feed has not changed since this version; false if another version is live. */
export async function reconfirm(
  stores: Kept,
  { id, version }: { id: string; version: number },
  at: number,
): Promise<boolean> {
  const isIt = (entry: ManifestEntry) => entry.source.id === id && entry.version === version;
  const { entries } = await changeEntries(stores, isIt, ({ confirmedAt }) => ({
    confirmedAt: Math.max(confirmedAt, at),
  }));
  return entries.some(isIt);
}

/** Writes a changed source into the manifest. */
export async function redefine(stores: Kept, source: Source): Promise<void> {
  await changeEntries(
    stores,
    (entry) => entry.source.id === source.id,
    () => ({ source }),
  );
}

function changeEntries(
  stores: Kept,
  isIt: (entry: ManifestEntry) => boolean,
  fieldsOf: (entry: ManifestEntry) => Partial<ManifestEntry>,
) {
  return change(stores, (entries) =>
    entries.map((entry) => (isIt(entry) ? { ...entry, ...fieldsOf(entry) } : entry)),
  );
}

function change({ db, bucket }: Kept, how: Parameters<typeof changeManifest>[1]) {
  return changeManifest(bucket, how, () => latestVersion(db));
}

function byId(one: ManifestEntry, other: ManifestEntry): number {
  return one.source.id < other.source.id ? -1 : 1;
}
