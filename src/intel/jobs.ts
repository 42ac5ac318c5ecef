import { failureOf, isRefusal } from "../http/index.ts";
import { database, type LogLine, type Platform } from "../platform/index.ts";
import { fetchFeed } from "./refresh/fetch-feed.ts";
import { readManifest } from "./segments/manifest.ts";
import { readUnnamed, writeUnnamed, type Unnamed } from "./segments/unnamed.ts";
import { claimRefresh, refreshedSources } from "./store.ts";
import { storesOf } from "./stores-of.ts";

/** Reading a large feed takes seconds: the others wait for the next minute. */
const SOURCES_AT_ONCE = 2;
const DAY_MS = 86_400_000;
/** What a bouncer was sent is no use once all of it has run out. */
const BOUNCER_MS = 8 * DAY_MS;
/** The sweep comes once a day, so this is until the next one. */
const UNNAMED_MS = DAY_MS / 2;
const FOLDERS = [
  { prefix: "intel/segments/", keptMs: UNNAMED_MS, wasLive: true },
  { prefix: "intel/texts/", keptMs: UNNAMED_MS, wasLive: true },
  { prefix: "intel/exports/", keptMs: DAY_MS, wasLive: false },
  { prefix: "intel/bouncers/", keptMs: BOUNCER_MS, wasLive: false },
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

/**
 * Deletes what nobody reads any more. What was live is read for a while after it left the manifest,
 * so its time counts from the sweep that first found it unnamed.
 */
export async function sweepSegments(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const at = now();
  const before = await readUnnamed(env.OBJECTS);
  const { manifest, etag } = await readManifest(env.OBJECTS);
  // Of one that was lost a copy may be put back: what it names must still be there.
  if (etag === undefined) return;
  const named = new Set(manifest.entries.flatMap(({ file, texts }) => [file, texts ?? ""]));
  const unnamed: Unnamed = {};
  let count = 0;
  for (const { prefix, keptMs, wasLive } of FOLDERS) {
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
      const page: R2Objects = await env.OBJECTS.list({ prefix, ...(cursor !== "" && { cursor }) });
      const old: string[] = [];
      for (const { key, uploaded } of page.objects.filter((one) => !named.has(one.key))) {
        const since = wasLive ? (before[key] ?? at) : uploaded.getTime();
        if (at - since > keptMs) old.push(key);
        else if (wasLive) unnamed[key] = since;
      }
      if (old.length > 0) await env.OBJECTS.delete(old);
      count += old.length;
      cursor = page.truncated ? page.cursor : undefined;
    }
  }
  await writeUnnamed(env.OBJECTS, unnamed);
  if (count > 0) log({ level: "info", event: "segments_swept", count });
}
