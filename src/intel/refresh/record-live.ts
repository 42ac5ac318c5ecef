import type { EntryOfChange } from "../../access/audit.ts";
import { refuse, type Refusal } from "../../http/index.ts";
import { deleteVersion, NO_TAGS, putLive, type LiveFeed } from "../live/store.ts";
import { readManifest } from "../segments/manifest.ts";
import type { Source } from "../sources/source.ts";
import { findSource, putSource, type KnownSource } from "../store.ts";
import type { Stores } from "./stores.ts";
import { withdrawFile } from "./publish.ts";
import { redefineLive } from "./redefine-live.ts";

/**
 * Writes down what has just become live. What operators changed of the source while its feed was
 * read counts, and one that they deleted meanwhile goes again.
 */
export async function recordLive(
  { db, bucket }: Pick<Stores, "db" | "bucket">,
  { source }: KnownSource,
  live: LiveFeed,
  file: string,
  trace?: EntryOfChange,
): Promise<Refusal | undefined> {
  const before = await findSource(db, source.id);
  if (before !== undefined && isAnother(before.source, source)) {
    await withdrawFile(bucket, file);
    return gone();
  }
  await putLive(db, source.id, live, trace);
  const now = await findSource(db, source.id);
  const { manifest } = await readManifest(bucket);
  const isLive = manifest.entries.some((entry) => entry.source.id === source.id);
  if (now === undefined || !isLive) {
    await withdrawFile(bucket, file);
    if (!isLive) await deleteVersion(db, source.id, live.version);
    return gone();
  }
  if (now.source.address !== source.address) await putSource(db, source.id, NO_TAGS);
  const isChanged = JSON.stringify(now.source) !== JSON.stringify(source);
  if (isChanged) await redefineLive({ db, bucket }, source.id);
  return undefined;
}

/** Whether a source was made anew under the id: what a change may touch does not tell them apart. */
function isAnother(one: Source, other: Source): boolean {
  return fixedOf(one) !== fixedOf(other);
}

function fixedOf({ reliability: _r, address: _a, intervalSeconds: _i, ...fixed }: Source): string {
  return JSON.stringify(fixed);
}

function gone(): Refusal {
  return refuse(404, "not_found", "The source was deleted while its feed was read.");
}
