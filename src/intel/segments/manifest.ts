import { writeInTurn } from "../../platform/index.ts";
import type { Source } from "../sources/source.ts";

/** Says which segment of each source is live. Its version grows with every change. */
export interface Manifest {
  version: number;
  entries: ManifestEntry[];
}

export interface ManifestEntry {
  /** The whole definition, so that an isolate needs nothing else. */
  source: Source;
  file: string;
  bytes: number;
  residentBytes: number;
  rows: number;
  /** The manifest's version that brought this segment. */
  version: number;
  /** Unix milliseconds: when the feed was loaded, and when the source last had the same. */
  loadedAt: number;
  confirmedAt: number;
  /**
   * The file of names and URLs in plain text, for exports; undefined for lists that are not
   * exported.
   */
  texts: string | undefined;
  /** The `READER` that made the segment. Older entries and uploaded segments lack it. */
  reader?: number | undefined;
  /** Lines that were bad, and rows kept from before; entries of before 2026-11-28 lack both. */
  badLines?: number | undefined;
  retained?: number | undefined;
  /** The same for editions that list the same (`contentOf`). */
  content?: string | undefined;
  /** The version that this edition had before it was put back. */
  restored?: number | undefined;
  /** Who put it back, and when, for the audit log; older editions lack it. */
  restoredBy?: { at: number; actor: string; requestId?: string | undefined } | undefined;
  /** What was live before, the newest first; its files are kept (segments/editions.ts). */
  before?: readonly Edition[] | undefined;
}

export type Edition = Omit<ManifestEntry, "source" | "before">;

export const MANIFEST_FILE = "intel/manifest.json";
const EMPTY: Manifest = { version: 0, entries: [] };
/**
 * Added to the last version known in D1, if the manifest was lost or an older copy was put back. It is
 * far more than the changes that D1 may not know of, so no version is used twice.
 */
const LEAP = 1_000_000;
const MAX_TRIES = 16;
/** Random waits after a lost race, so that writers do not meet again and again. */
const FIRST_WAIT_MS = 20;
const MAX_WAIT_MS = 1_000;

export interface KeptManifest {
  manifest: Manifest;
  etag: string | undefined;
}

export type Bucket = Pick<R2Bucket, "get" | "head" | "put" | "delete" | "list">;

/** The manifest as it is now; an empty one before the first feed. */
export async function readManifest(bucket: Bucket): Promise<KeptManifest> {
  const object = await bucket.get(MANIFEST_FILE);
  if (object === null) return { manifest: EMPTY, etag: undefined };
  return kept(object);
}

/** The manifest, or undefined while it is still the one with this tag. */
export async function readNewerManifest(
  bucket: Bucket,
  etag: string | undefined,
): Promise<KeptManifest | undefined> {
  if (etag === undefined) return readManifest(bucket);
  const object = await bucket.get(MANIFEST_FILE, { onlyIf: { etagDoesNotMatch: etag } });
  if (object === null) return { manifest: EMPTY, etag: undefined };
  if (!("body" in object)) return undefined;
  return kept(object);
}

/** Throws for a damaged manifest: without it nobody knows which segments are live. */
async function kept(object: R2ObjectBody): Promise<KeptManifest> {
  try {
    const manifest: unknown = await object.json();
    if (!isManifest(manifest)) throw new SyntaxError("it is no manifest");
    return { manifest, etag: object.etag };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(
      `The file ${MANIFEST_FILE} is damaged: put back an older copy of it, or delete it and load all feeds again.`,
      { cause: error },
    );
  }
}

function isManifest(said: unknown): said is Manifest {
  const { version, entries } = (said ?? {}) as Partial<Manifest>;
  return Number.isSafeInteger(version) && Array.isArray(entries) && entries.every(isEntry);
}

function isEntry(said: unknown): boolean {
  const { source, file } = (said ?? {}) as Partial<ManifestEntry>;
  return typeof source?.id === "string" && typeof file === "string";
}

/** What is live of a source. */
export async function findLive(bucket: Bucket, id: string): Promise<ManifestEntry | undefined> {
  const { manifest } = await readManifest(bucket);
  return manifest.entries.find(({ source }) => source.id === id);
}

/**
 * Changes the manifest in one step; if somebody else was quicker, the change is made to what they wrote.
 * Nothing is written if it returns the entries that it was given.
 */
export async function changeManifest(
  bucket: Bucket,
  change: (entries: ManifestEntry[], version: number) => ManifestEntry[],
  lastKnown: () => Promise<number>,
): Promise<Manifest> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const { manifest, etag } = await readManifest(bucket);
    const last = await lastKnown();
    const version = manifest.version < last ? last + LEAP : manifest.version + 1;
    const next: Manifest = { version, entries: change(manifest.entries, version) };
    // An empty manifest in its place would hide that it was lost.
    const isLost = etag === undefined && next.entries.length === 0 && last > 0;
    if (isLost || next.entries === manifest.entries) return manifest;
    const onlyIf = etag === undefined ? { etagDoesNotMatch: "*" } : { etagMatches: etag };
    const put = () => bucket.put(MANIFEST_FILE, JSON.stringify(next), { onlyIf });
    const written = await writeInTurn(put);
    if (written !== null) return next;
    await scheduler.wait(Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
  }
  throw new Error("The manifest changes too quickly to be changed.");
}
