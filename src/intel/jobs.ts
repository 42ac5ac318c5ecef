import { failureOf, isRefusal } from "../http/index.ts";
import { database, type LogLine, type Platform } from "../platform/index.ts";
import { fetchFeed } from "./refresh/fetch-feed.ts";
import { readManifest } from "./segments/manifest.ts";
import { claimRefresh, refreshedSources } from "./store.ts";
import { storesOf } from "./stores-of.ts";

/** Reading a large feed takes seconds: the others wait for the next minute. */
const SOURCES_AT_ONCE = 2;
const DAY_MS = 86_400_000;
/** What a bouncer was sent is no use once all of it has run out. */
const BOUNCER_MS = 8 * DAY_MS;
const FOLDERS = [
  { prefix: "intel/segments/", keptMs: DAY_MS },
  { prefix: "intel/texts/", keptMs: DAY_MS },
  { prefix: "intel/exports/", keptMs: DAY_MS },
  { prefix: "intel/bouncers/", keptMs: BOUNCER_MS },
];

/** Fetches the sources that are due, the longest waiting first. */
export async function refreshSources(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const now = platform.now();
  const db = database(env);
  const due = (await refreshedSources(db))
    .filter(({ source, row }) => now - row.checkedAt >= source.intervalSeconds * 1000)
    .toSorted((one, other) => one.row.checkedAt - other.row.checkedAt);
  for (const known of due.slice(0, SOURCES_AT_ONCE)) {
    if (!(await claimRefresh(db, known.row, now))) continue;
    const source = known.source.id;
    try {
      const outcome = await fetchFeed(storesOf(env), known, { ...platform, now });
      platform.log({ source, ...lineOf(outcome) });
    } catch (error) {
      platform.log({ level: "error", event: "feed_failed", source, reason: failureOf(error) });
    }
  }
}

function lineOf(outcome: Awaited<ReturnType<typeof fetchFeed>>): LogLine {
  if (isRefusal(outcome)) return { level: "error", event: "feed_failed", reason: outcome.message };
  const version = outcome === "unchanged" ? undefined : outcome.version;
  return { level: "info", event: "feed_refreshed", version };
}

/** Deletes files that no manifest names any more, a day after they were written. */
export async function sweepSegments(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const { manifest } = await readManifest(env.OBJECTS);
  const named = new Set(manifest.entries.flatMap(({ file, texts }) => [file, texts ?? ""]));
  let count = 0;
  for (const { prefix, keptMs } of FOLDERS) {
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: R2Objects = await env.OBJECTS.list({ prefix, ...(cursor !== "" && { cursor }) });
      const old = page.objects
        .filter(({ key, uploaded }) => !named.has(key) && now() - uploaded.getTime() > keptMs)
        .map(({ key }) => key);
      if (old.length > 0) await env.OBJECTS.delete(old);
      count += old.length;
      cursor = page.truncated ? page.cursor : undefined;
    }
  }
  if (count > 0) log({ level: "info", event: "segments_swept", count });
}
