import { timeOf } from "../platform/index.ts";
import { findLive, type Bucket } from "./segments/manifest.ts";
import type { ShownEdition } from "./source-schemas.ts";

/** What is live of a source, and what was before it; nothing if no feed is loaded. */
export async function listEditions(bucket: Bucket, id: string): Promise<ShownEdition[]> {
  const live = await findLive(bucket, id);
  if (live === undefined) return [];
  return [live, ...(live.before ?? [])].map((one) => ({
    version: one.version,
    live: one === live,
    rows: one.rows,
    retained: one.retained ?? 0,
    badLines: one.badLines ?? 0,
    loadedAt: timeOf(one.loadedAt),
  }));
}
