import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, noSuch, type Refusal } from "../../http/index.ts";
import { MINUTE_MS } from "../../platform/index.ts";
import { NO_TAGS } from "../live/store.ts";
import { findLive, type Bucket, type Edition, type ManifestEntry } from "../segments/manifest.ts";
import { needSource, type KnownSource } from "../store.ts";
import { isPutBack, publish } from "./publish.ts";
import { recordLive } from "./record-live.ts";
import type { Stores } from "./stores.ts";

type Kept = Pick<Stores, "db" | "bucket">;

/** A call takes less; one that began longer ago has failed. */
const UNDER_WAY_MS = 5 * MINUTE_MS;

/**
 * Makes an earlier edition of a source live again, under a new version, and switches its fetching off:
 * the publisher may still have the edition that was wrong.
 */
export async function restoreEdition(
  stores: Kept,
  known: KnownSource,
  { version: wanted, by, now }: { version: number; by: Person; now: number },
): Promise<KnownSource | Refusal> {
  const { id } = known.source;
  const live = await findLive(stores.bucket, id);
  // An earlier call may have failed after the manifest was written.
  const isAgain = live !== undefined && live.restored === wanted;
  if (!isAgain || known.row.version !== live.version) {
    const edition = isAgain ? live : live?.before?.find(({ version }) => version === wanted);
    if (edition === undefined || !(await isStored(stores.bucket, edition))) {
      return noSuch("edition");
    }
    const trace = { at: now, ...doneBy(by) };
    const version = isAgain ? live.version : await putBack(stores, known, edition, trace);
    if (isRefusal(version)) return version;
    const gone = await noteRestored(
      stores,
      known,
      { ...edition, version, restored: wanted },
      trace,
    );
    if (gone !== undefined) return gone;
  }
  return needSource(stores.db, id);
}

/**
 * Ends what an earlier call began and did not note in D1: without that, fetches would be refused for
 * good. True if there was such a call, by what the manifest has of the source.
 */
export async function endRestoring(
  stores: Kept,
  known: KnownSource,
  live: ManifestEntry | undefined,
  now: number,
): Promise<boolean> {
  if (live?.restoredBy === undefined || !isPutBack(live, known)) return false;
  if (now - live.restoredBy.at < UNDER_WAY_MS) return false;
  await noteRestored(stores, known, live, live.restoredBy);
  return true;
}

type Trace = NonNullable<Edition["restoredBy"]>;

function putBack(
  stores: Kept,
  known: KnownSource,
  { version: restored, loadedAt: now, ...edition }: Edition,
  restoredBy: Trace,
): Promise<number | Refusal> {
  return publish(stores, { ...edition, known, now, restored, restoredBy });
}

/** Notes in D1 that this is live, that its source is fetched no more, and who put it back. */
function noteRestored(stores: Kept, known: KnownSource, edition: Edition, by: Trace) {
  const { file, rows, loadedAt, retained = 0, badLines = 0, version, restored } = edition;
  const counts = { rows, retained, badLines, firstBadLines: [], version };
  const live = { ...counts, loadedAt, ...NO_TAGS, refresh: false } as const;
  const trace = { ...by, action: "intel.edition_restored", detail: { edition: restored } };
  return recordLive(stores, known, live, file, trace);
}

/** A version from before there were editions may have deleted the files. */
async function isStored(bucket: Bucket, { file, texts }: Pick<ManifestEntry, "file" | "texts">) {
  const files = texts === undefined ? [file] : [file, texts];
  const found = await Promise.all(files.map((one) => bucket.head(one)));
  return found.every((one) => one !== null);
}
