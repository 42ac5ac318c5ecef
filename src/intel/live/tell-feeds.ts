import type { Log } from "../../platform/index.ts";
import type { Index } from "../indexes/build-index.ts";
import type { ManifestEntry } from "../segments/manifest.ts";

/**
 * Logs of each feed that an isolate has not had before how many seconds after the beginning of its
 * fetch the isolate answers by it. At its first load an isolate has had none, and would tell ages.
 */
export function tellFeeds(
  entries: readonly ManifestEntry[],
  before: Index | undefined,
  now: number,
  log: Log,
): void {
  if (before === undefined) return;
  const had = new Set(before.parts.map(({ file }) => file));
  for (const { source, version, file, loadedAt, restored } of entries) {
    if (had.has(file) || restored !== undefined) continue;
    const seconds = Math.max(0, Math.round((now - loadedAt) / 1000));
    log({ level: "info", event: "intel_feed_answers", source: source.id, version, seconds });
  }
}
