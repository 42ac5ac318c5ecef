import { writeInTurn } from "../../platform/index.ts";
import type { Source } from "../sources/source.ts";

/** Which segment of each source is live. One small object; its version grows with every change. */
export interface Manifest {
  version: number;
  entries: ManifestEntry[];
}

export interface ManifestEntry {
  /** The whole definition, so that an isolate needs to ask nobody else. */
  source: Source;
  file: string;
  bytes: number;
  residentBytes: number;
  rows: number;
  /** The manifest's version that brought this segment. */
  version: number;
  /** Unix milliseconds: made from the feed at, known to be what the source says at. */
  loadedAt: number;
  confirmedAt: number;
  /** The names and addresses in plain text, for the exports; none for lists that are not exported. */
  texts: string | undefined;
  /** The `READER` that made the segment; older entries lack it, and so do segments built elsewhere. */
  reader?: number | undefined;
}

export const MANIFEST_FILE = "intel/manifest.json";
const EMPTY: Manifest = { version: 0, entries: [] };
/**
 * Added to the last version that is known elsewhere when the manifest was lost, or an older copy of
 * it put back: far more than the changes that may have been made after that version was written down.
 */
const LEAP = 1_000_000;
const MAX_TRIES = 16;
/** Waits after a lost race are random, so that several writers do not meet again and again. */
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

/** Without it nobody knows which segments are live, so nothing can be made of one that is damaged. */
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
 * Changes the manifest in one step: when somebody else was quicker, the change is made again upon
 * what he wrote. One that is missing is made by its first entry, and a change that gives its entries
 * back is none. No version comes twice, since exports and their tags are known by it.
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
    const isNone = etag === undefined && next.entries.length === 0;
    if (isNone || next.entries === manifest.entries) return manifest;
    const onlyIf = etag === undefined ? { etagDoesNotMatch: "*" } : { etagMatches: etag };
    const put = () => bucket.put(MANIFEST_FILE, JSON.stringify(next), { onlyIf });
    const written = await writeInTurn(put);
    if (written !== null) return next;
    await scheduler.wait(Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
  }
  throw new Error("The manifest changes too quickly to be changed.");
}
