import type { Refusal } from "../../http/index.ts";
import { forgetLive, NO_TAGS, putLive, type FeedTrace, type LiveFeed } from "../live/store.ts";
import { findLive } from "../segments/manifest.ts";
import { findSource, isSameSource, putSource, type KnownSource } from "../store.ts";
import type { Stores } from "./stores.ts";
import { deletedMeanwhile, withdrawFile } from "./publish.ts";
import { redefineLive } from "./redefine-live.ts";

/**
 * Notes in D1 what has just become live. If operators changed the source while its feed was read, the
 * change counts; if they deleted it, what became live is taken out again.
 */
export async function recordLive(
  { db, bucket }: Pick<Stores, "db" | "bucket">,
  known: KnownSource,
  live: LiveFeed,
  file: string,
  trace?: FeedTrace,
): Promise<Refusal | undefined> {
  const { source, row } = known;
  await putLive(db, row, live, trace);
  const now = await findSource(db, source.id);
  const entry = await findLive(bucket, source.id);
  if (now === undefined || !isSameSource(known, now) || entry === undefined) {
    await withdrawFile({ db, bucket }, file);
    await forgetLive(db, source.id, live.version);
    return deletedMeanwhile();
  }
  if (now.source.address !== source.address) await putSource(db, source.id, NO_TAGS);
  const isChanged = JSON.stringify(now.source) !== JSON.stringify(source);
  if (isChanged) await redefineLive({ db, bucket }, source.id);
  return undefined;
}
