import { failureOf, isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { MINUTE_MS, type Database, type Platform } from "../../platform/index.ts";
import { putFailure, putUnchanged } from "../live/store.ts";
import type { ManifestEntry } from "../segments/manifest.ts";
import { READER } from "../sources/read-feed.ts";
import type { KnownSource } from "../store.ts";
import { acceptFeed, type AcceptedFeed } from "./accept-feed.ts";
import { askPublisher, NotAsked } from "./ask-publisher.ts";
import { reconfirm } from "./publish.ts";
import type { Stores } from "./stores.ts";

const TIMEOUT_MS = MINUTE_MS;
const MAX_ERROR = 500;
const LINES_SHOWN = 3;
/** No part is asked for, so whoever sends one has cut the feed. */
const PARTIAL = 206;

type Outside = Pick<Platform, "fetch" | "log"> & {
  now: number;
  env: Cloudflare.Env;
  /** What the manifest has of the source. */
  live: ManifestEntry | undefined;
};

/** Fetches a source's feed, if it has changed. A failure is noted in the source's row. */
export async function fetchFeed(
  stores: Stores,
  known: KnownSource,
  outside: Outside,
): Promise<AcceptedFeed | Refusal | "unchanged"> {
  const outcome = await attempt(stores, known, outside).catch(breakingOff);
  // What it was fetched for is there no more, which is no fault of the publisher.
  if (!isRefusal(outcome) || outcome.error === "not_found") return outcome;
  await noteRefusal(stores.db, known, outcome, outside.now);
  return outcome;
}

/** Notes in the source's row why its last feed was refused, with the first of the lines to blame. */
export async function noteRefusal(
  db: Database,
  known: KnownSource,
  { message, details = [] }: Refusal,
  failedAt: number,
): Promise<void> {
  const lines = details.slice(0, LINES_SHOWN).map((one) => `L${one.path.slice(1)}: ${one.message}`);
  await noteFailure(db, known, { failedAt, lastError: [message, ...lines].join(" ") });
}

/** Notes in the source's row why its last feed failed. */
export async function noteFailure(
  db: Database,
  { row }: KnownSource,
  { lastError, ...fields }: { lastError: string; failedAt: number; checkedAt?: number },
): Promise<void> {
  await putFailure(db, row, { ...fields, lastError: lastError.slice(0, MAX_ERROR) });
}

async function attempt(
  stores: Stores,
  known: KnownSource,
  { env, fetch, log, now, live }: Outside,
): Promise<AcceptedFeed | Refusal | "unchanged"> {
  const { source, row } = known;
  if (source.address === undefined) return failed("The source has no address.");
  // If another reader read what is live, the whole feed is fetched, whatever changed.
  const asked = live?.reader === READER ? conditions(row) : {};
  const answer = await askPublisher(env, fetch, source.address, {
    // Have I Been Pwned, for one, answers 403 without a user agent.
    headers: { "user-agent": "Rampart", ...asked },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(unreached);
  if (isRefusal(answer)) return answer;
  if (answer.status === 304 && Object.keys(asked).length === 0) {
    return failed("The source answered 304 to a request without conditions.");
  }
  if (answer.status === 304) {
    // Confirms the version that was live when we asked; another may be live by now.
    const isLive = await reconfirm(stores, row, now);
    await putUnchanged(stores.db, row, { isLive, now });
    return "unchanged";
  }
  const isWhole = answer.ok && answer.status !== PARTIAL;
  if (!isWhole || answer.body === null) return failed(`The source answered ${answer.status}.`);
  const tags = {
    etag: answer.headers.get("etag"),
    lastModified: answer.headers.get("last-modified"),
  };
  return acceptFeed(stores, known, toItsEnd(answer.body), { now, log, mayShrink: false, tags });
}

function unreached(error: unknown): Refusal {
  if (!(error instanceof NotAsked)) {
    return failed(`The source could not be reached: ${failureOf(error)}`);
  }
  return failed(
    `The source leads where no feed is fetched, to no public host's name or from https to http: ${error.message}`,
  );
}

class BrokenOff extends Error {}

/** Marks a failure of the body itself, to tell it from a failure of ours. */
async function* toItsEnd(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new BrokenOff(failureOf(error));
  }
}

function breakingOff(error: unknown): Refusal {
  if (!(error instanceof BrokenOff)) throw error;
  return failed(`The source broke off: ${error.message}.`);
}

function conditions({ etag, lastModified }: KnownSource["row"]): Record<string, string> {
  return {
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
}

function failed(message: string): Refusal {
  return refuse(422, "feed_unreachable", message);
}
