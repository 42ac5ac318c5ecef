import { failureOf, isRefusal } from "../http/index.ts";
import { database, HOUR_MS, MINUTE_MS, type LogLine, type Platform } from "../platform/index.ts";
import { findDue } from "./refresh/find-due.ts";
import { fetchFeed, noteFailure } from "./refresh/fetch-feed.ts";
import { deleteUnnamed } from "./segments/delete-unnamed.ts";
import { findLive } from "./segments/manifest.ts";
import { endRestoring } from "./refresh/restore-edition.ts";
import { claimRefresh, refreshedSources, type KnownSource } from "./store.ts";
import { storesOf } from "./refresh/stores.ts";

/**
 * Limits of one run: to read a large feed takes seconds, and a slow publisher may take a minute. The
 * others wait for the next run.
 */
const MOST_SOURCES = 20;
const MOST_ROWS = 500_000;
const BEGIN_WITHIN_MS = MINUTE_MS / 2;
/** The wait after a failure of our own (not the publisher's). It doubles from the first to the last. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;
const LAST_RETRY_MS = HOUR_MS;

/** Fetches the sources that are due, as many as one run may. */
export async function refreshSources(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const startedAt = platform.now();
  const due = findDue(await refreshedSources(database(env)), startedAt);
  let rows = 0;
  for (const known of due.slice(0, MOST_SOURCES)) {
    const now = platform.now();
    if (rows >= MOST_ROWS || now - startedAt >= BEGIN_WITHIN_MS) break;
    rows += await refreshSource(env, platform, known, now);
  }
}

/** Fetches a source, unless another run does. Returns how many rows it has read. */
async function refreshSource(
  env: Cloudflare.Env,
  platform: Platform,
  known: KnownSource,
  now: number,
): Promise<number> {
  const db = database(env);
  const { id: source, intervalSeconds } = known.source;
  const sooner = Math.max(0, intervalSeconds * 1000 - LAST_RETRY_MS);
  // If this isolate is cut off during the fetch, the source is due again after `LAST_RETRY_MS`.
  const claimedAt = now - sooner;
  if (!(await claimRefresh(db, known.row, claimedAt))) return 0;
  try {
    const stores = storesOf(env);
    const live = await findLive(stores.bucket, source);
    if (await endRestoring(stores, known, live, now)) {
      platform.log({ level: "warn", event: "edition_noted", source });
      return 0;
    }
    const outcome = await fetchFeed(stores, known, { ...platform, env, now, live });
    platform.log({ source, ...lineOf(outcome) });
    // Only if its row is still the one claimed: a source that was made again has not been fetched.
    if (sooner > 0) await claimRefresh(db, { ...known.row, checkedAt: claimedAt }, now);
    return isRefusal(outcome) || outcome === "unchanged" ? 0 : outcome.rows;
  } catch (error) {
    const reason = failureOf(error);
    platform.log({ level: "error", event: "feed_failed", source, reason });
    const lastError = `The feed could not be loaded: ${reason}`;
    const checkedAt = now - intervalSeconds * 1000 + retryAfter(known, now);
    await noteFailure(db, known, { failedAt: now, lastError, checkedAt });
    return 0;
  }
}

/** Twice the time since the failure before, but no longer than the source's own interval. */
function retryAfter({ source, row: { failedAt } }: KnownSource, now: number): number {
  const longer = failedAt === null ? 0 : 2 * (now - failedAt);
  const wait = Math.min(Math.max(longer, FIRST_RETRY_MS), LAST_RETRY_MS);
  return Math.min(wait, source.intervalSeconds * 1000);
}

function lineOf(outcome: Awaited<ReturnType<typeof fetchFeed>>): LogLine {
  if (isRefusal(outcome)) return { level: "error", event: "feed_failed", reason: outcome.message };
  const version = outcome === "unchanged" ? undefined : outcome.version;
  return { level: "info", event: "feed_refreshed", version };
}

export async function sweepSegments(env: Cloudflare.Env, { now, log }: Platform): Promise<void> {
  const count = await deleteUnnamed(env.OBJECTS, now());
  if (count > 0) log({ level: "info", event: "segments_swept", count });
}
