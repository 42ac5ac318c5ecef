import { failureOf, isRefusal } from "../http/index.ts";
import {
  ageOf,
  database,
  HOUR_MS,
  MINUTE_MS,
  type LogLine,
  type Platform,
} from "../platform/index.ts";
import { fetchFeed, noteFailure } from "./refresh/fetch-feed.ts";
import { deleteUnnamed } from "./segments/delete-unnamed.ts";
import { claimRefresh, refreshedSources, type KnownSource } from "./store.ts";
import { storesOf } from "./refresh/stores.ts";

/** So few, because to read a large feed takes seconds. The others wait for the next minute. */
const SOURCES_AT_ONCE = 2;
/** The wait after a failure of our own (not the publisher's). It doubles from the first to the last. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;
const LAST_RETRY_MS = HOUR_MS;

/** Fetches the sources that are due, the longest waiting first. */
export async function refreshSources(env: Cloudflare.Env, platform: Platform): Promise<void> {
  const now = platform.now();
  const db = database(env);
  const due = (await refreshedSources(db))
    .filter(({ source, row }) => ageOf(row.checkedAt, now) >= source.intervalSeconds * 1000)
    .toSorted((one, other) => one.row.checkedAt - other.row.checkedAt);
  for (const known of due.slice(0, SOURCES_AT_ONCE)) {
    const { id: source, intervalSeconds } = known.source;
    const sooner = Math.max(0, intervalSeconds * 1000 - LAST_RETRY_MS);
    // If this isolate is cut off during the fetch, the source is due again after `LAST_RETRY_MS`.
    const claimedAt = now - sooner;
    if (!(await claimRefresh(db, known.row, claimedAt))) continue;
    try {
      const outcome = await fetchFeed(storesOf(env), known, { ...platform, env, now });
      platform.log({ source, ...lineOf(outcome) });
      // Only if its row is still the one claimed: a source that was made again has not been fetched.
      if (sooner > 0) await claimRefresh(db, { ...known.row, checkedAt: claimedAt }, now);
    } catch (error) {
      const reason = failureOf(error);
      platform.log({ level: "error", event: "feed_failed", source, reason });
      const lastError = `The feed could not be loaded: ${reason}`;
      const checkedAt = now - intervalSeconds * 1000 + retryAfter(known, now);
      await noteFailure(db, known, { failedAt: now, lastError, checkedAt });
    }
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
