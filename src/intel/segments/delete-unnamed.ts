import { DAY_MS, pagesOfFiles } from "../../platform/index.ts";
import { readManifest, type Bucket } from "./manifest.ts";
import { readUnnamed, writeUnnamed, type Unnamed } from "./unnamed.ts";

/** When all decisions that a bouncer was sent have ended, the file is of no use. */
const BOUNCER_MS = 8 * DAY_MS;
/** The sweep runs once a day, so files are deleted by the next one. */
const UNNAMED_MS = DAY_MS / 2;
const FOLDERS = [
  { prefix: "intel/segments/", keptMs: UNNAMED_MS, wasLive: true },
  { prefix: "intel/texts/", keptMs: UNNAMED_MS, wasLive: true },
  { prefix: "intel/exports/", keptMs: DAY_MS, wasLive: false },
  { prefix: "intel/bouncers/", keptMs: BOUNCER_MS, wasLive: false },
];

/**
 * Deletes files that nobody reads any more. Returns how many. A file that was live is still read for a
 * while after it left the manifest, so its time counts from the sweep that first saw it outside.
 */
export async function deleteUnnamed(bucket: Bucket, at: number): Promise<number> {
  const before = await readUnnamed(bucket);
  const { manifest, etag } = await readManifest(bucket);
  // If the manifest is lost, a copy may be put back, and the files that it names must still be there.
  if (etag === undefined) return 0;
  const editions = manifest.entries.flatMap((entry) => [entry, ...(entry.before ?? [])]);
  const named = new Set(editions.flatMap(({ file, texts }) => [file, texts ?? ""]));
  const unnamed: Unnamed = {};
  let count = 0;
  for (const { prefix, keptMs, wasLive } of FOLDERS) {
    for await (const page of pagesOfFiles(bucket, prefix)) {
      const old: string[] = [];
      for (const { key, uploaded } of page.filter((one) => !named.has(one.key))) {
        const since = wasLive ? (before[key] ?? at) : uploaded.getTime();
        if (at - since > keptMs) old.push(key);
        else if (wasLive) unnamed[key] = since;
      }
      if (old.length > 0) await bucket.delete(old);
      count += old.length;
    }
  }
  await writeUnnamed(bucket, unnamed);
  return count;
}
