import type { JSONWebKeySet } from "jose";
import { failureOf } from "../../http/index.ts";
import type { Platform } from "../../platform/index.ts";

const FRESH_MS = 10 * 60_000;
/** An issuer that is down must not lock everybody out at once. */
const STALE_MS = 24 * 3_600_000;
const REFETCH_PAUSE_MS = 60_000;
const FETCH_TIMEOUT_MS = 5_000;
const MAX_KEYS = 50;

interface Cached {
  keys: JSONWebKeySet;
  fetchedAt: number;
  triedAt: number;
}

/** One issuer's signing keys, as long as this isolate may rely on them. */
export class SigningKeys {
  private readonly cache = new Map<string, Cached>();

  /** `kid` unknown to the cache makes it ask again, at most once a minute. */
  async of(
    uri: string,
    kid: string | undefined,
    platform: Platform,
  ): Promise<JSONWebKeySet | null> {
    const now = platform.now();
    const cached = this.cache.get(uri);
    if (cached !== undefined && !this.mustAsk(cached, kid, now)) return usable(cached, now);
    const keys = await fetchKeys(uri, platform);
    if (keys === null) {
      if (cached === undefined) return null;
      cached.triedAt = now;
      return usable(cached, now);
    }
    this.cache.set(uri, { keys, fetchedAt: now, triedAt: now });
    return keys;
  }

  private mustAsk(cached: Cached, kid: string | undefined, now: number): boolean {
    const old = now - cached.fetchedAt >= FRESH_MS;
    const unknown = kid !== undefined && !cached.keys.keys.some((key) => key.kid === kid);
    return (old || unknown) && now - cached.triedAt >= REFETCH_PAUSE_MS;
  }
}

function usable(cached: Cached, now: number): JSONWebKeySet | null {
  return now - cached.fetchedAt < STALE_MS ? cached.keys : null;
}

async function fetchKeys(uri: string, platform: Platform): Promise<JSONWebKeySet | null> {
  try {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    const response = await platform.fetch(uri, { signal, redirect: "manual" });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const body = await response.json<JSONWebKeySet>();
    if (Array.isArray(body.keys) && body.keys.length <= MAX_KEYS) return body;
    throw new Error("its answer is no set of keys, or too large a one");
  } catch (error) {
    platform.log({ level: "warn", event: "jwks_fetch_failed", uri, reason: failureOf(error) });
    return null;
  }
}
