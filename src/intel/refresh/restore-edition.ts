import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, noSuch, type Refusal } from "../../http/index.ts";
import { NO_TAGS } from "../live/store.ts";
import { findLive, type Bucket, type Edition, type ManifestEntry } from "../segments/manifest.ts";
import { findSource, noSuchSource, type KnownSource } from "../store.ts";
import { publish } from "./publish.ts";
import { recordLive } from "./record-live.ts";
import type { Stores } from "./stores.ts";

/**
 * Makes an earlier edition of a source live again, under a new version, and switches its fetching off:
 * the publisher may still have the edition that was wrong.
 */
export async function restoreEdition(
  stores: Pick<Stores, "db" | "bucket">,
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
    const version = isAgain ? live.version : await putBack(stores, known, edition);
    if (isRefusal(version)) return version;
    const { file, rows, loadedAt, retained = 0, badLines = 0 } = edition;
    const counts = { rows, retained, badLines, firstBadLines: [], version };
    const restored = { ...counts, loadedAt, ...NO_TAGS, refresh: false } as const;
    const trace = { at: now, ...doneBy(by), action: "intel.edition_restored" };
    const detail = { edition: wanted };
    const gone = await recordLive(stores, known, restored, file, { ...trace, detail });
    if (gone !== undefined) return gone;
  }
  return (await findSource(stores.db, id)) ?? noSuchSource();
}

function putBack(
  stores: Pick<Stores, "db" | "bucket">,
  known: KnownSource,
  { version: restored, loadedAt: now, ...edition }: Edition,
): Promise<number | Refusal> {
  return publish(stores, { ...edition, known, now, restored });
}

/** A version from before there were editions may have deleted the files. */
async function isStored(bucket: Bucket, { file, texts }: Pick<ManifestEntry, "file" | "texts">) {
  const files = texts === undefined ? [file] : [file, texts];
  const found = await Promise.all(files.map((one) => bucket.head(one)));
  return found.every((one) => one !== null);
}
