import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { failureOf, refuse, type Refusal } from "../../http/index.ts";
import {
  DAY_MS,
  MINUTE_MS,
  ageOf,
  SharedWork,
  type Platform,
  type RequestSurroundings,
} from "../../platform/index.ts";
import { readAnswer } from "./read-answer.ts";

const FRESH_MS = 10 * MINUTE_MS;
/** How long old keys count if the issuer is down: it must not lock everybody out at once. */
const STALE_MS = DAY_MS;
const REFETCH_PAUSE_MS = MINUTE_MS;
const FETCH_TIMEOUT_MS = 5_000;
/** How long a request waits for another request's fetch, which may have been cut off. */
const PATIENCE_MS = FETCH_TIMEOUT_MS + 2_000;
/** Waits for another request's fetch; if that was cut off, fetches once itself. */
const MAX_TRIES = 2;
const MAX_KEYS = 50;
const MIN_RETRY_MS = 1_000;

interface Known {
  /** Undefined until a first fetch has succeeded. */
  keys: JSONWebKeySet | undefined;
  fetchedAt: number;
  triedAt: number;
  fetching: SharedWork;
}

/** A fetch outlives the request that began it, for those who wait for it. */
export type KeyAsker = Pick<RequestSurroundings, "platform" | "outlive">;

/** The signing keys of issuers, by address, as long as this isolate may rely on them. */
export class SigningKeys {
  private readonly known = new Map<string, Known>();
  private readonly wait: (ms: number) => Promise<unknown>;

  constructor(wait = async (ms: number): Promise<unknown> => scheduler.wait(ms)) {
    this.wait = wait;
  }

  /**
   * Gives the keys. Fetches them again, at most once a minute, if they are old, missing or lack this
   * `kid`. Without keys no token can be checked, so the caller gets 503 (come back) and not "bad
   * token".
   */
  async of(
    uri: string,
    kid: string | undefined,
    asker: KeyAsker,
  ): Promise<JSONWebKeySet | Refusal> {
    const now = asker.platform.now();
    const known = this.find(uri);
    for (let tries = 0; tries < MAX_TRIES && wants(known, kid, now); tries += 1) {
      await this.refresh(uri, known, now, asker);
    }
    return usable(known, now) ?? refuseWithout(known, now);
  }

  private find(uri: string): Known {
    const found = this.known.get(uri);
    if (found !== undefined) return found;
    const fetching = new SharedWork();
    const made = { keys: undefined, fetchedAt: -Infinity, triedAt: -Infinity, fetching };
    this.known.set(uri, made);
    return made;
  }

  /**
   * Fetches the keys. Requests that come during a fetch wait for it: after a cold start, or when the
   * issuer changes its keys, many come at once and all need the result.
   */
  private async refresh(uri: string, known: Known, now: number, asker: KeyAsker): Promise<void> {
    const { fetching } = known;
    if (!fetching.isRunning && ageOf(known.triedAt, now) < REFETCH_PAUSE_MS) return;
    const fetch = () => fetchInto(known, uri, now, asker.platform);
    const isDone = await fetching.join(fetch, asker.outlive, this.wait(PATIENCE_MS));
    // If the fetch was cut off with its request, the next one may try at once.
    if (!isDone) known.triedAt = -Infinity;
  }
}

async function fetchInto(known: Known, uri: string, now: number, platform: Platform) {
  known.triedAt = now;
  const keys = await fetchKeys(uri, platform);
  if (keys !== null) {
    known.keys = keys;
    known.fetchedAt = now;
  }
}

function wants({ keys, fetchedAt }: Known, kid: string | undefined, now: number): boolean {
  if (keys === undefined || ageOf(fetchedAt, now) >= FRESH_MS) return true;
  return kid !== undefined && !keys.keys.some((key) => key.kid === kid);
}

function usable({ keys, fetchedAt }: Known, now: number): JSONWebKeySet | null {
  return keys !== undefined && now - fetchedAt < STALE_MS ? keys : null;
}

function refuseWithout({ triedAt }: Known, now: number): Refusal {
  const message = "The identity provider's keys cannot be had at the moment.";
  const waitMs = Math.max(triedAt + REFETCH_PAUSE_MS - now, MIN_RETRY_MS);
  return refuse(503, "issuer_keys_unavailable", message, {
    retryAfterSeconds: waitMs / 1000,
    retryable: true,
  });
}

async function fetchKeys(uri: string, platform: Platform): Promise<JSONWebKeySet | null> {
  try {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const response = await platform.fetch(uri, { signal, redirect: "manual" });
    const body = (await readAnswer(response)) as JSONWebKeySet;
    // Throws if it is no set of keys.
    createLocalJWKSet(body);
    if (body.keys.length <= MAX_KEYS) return body;
    throw new Error(`its answer has more than ${MAX_KEYS} keys`);
  } catch (error) {
    platform.log({ level: "warn", event: "jwks_fetch_failed", uri, reason: failureOf(error) });
    return null;
  }
}
