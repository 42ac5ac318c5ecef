/** How many seconds' worth of calls a key may make at once before the rate counts. */
export const BURST_SECONDS = 5;
const MAX_KEYS = 5_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A token bucket for each key, in each isolate. It protects the modules from a flood by one key and
 * needs no call to the object. The quota is counted exactly, by the tenant's gate object.
 */
export class BurstLimit {
  private readonly buckets = new Map<string, Bucket>();

  /** Takes a token: 0 if the call may pass, else the seconds to wait. */
  pass(keyId: string, perSecond: number, now: number): number {
    const capacity = perSecond * BURST_SECONDS;
    const bucket = this.bucket(keyId, capacity, now);
    // If the clock goes back, nobody loses tokens.
    const passed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(capacity, bucket.tokens + (passed / 1000) * perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
    bucket.tokens -= 1;
    return 0;
  }

  private bucket(keyId: string, tokens: number, at: number): Bucket {
    const known = this.buckets.get(keyId);
    if (known !== undefined) return known;
    if (this.buckets.size >= MAX_KEYS) this.buckets.clear();
    const made = { tokens, at };
    this.buckets.set(keyId, made);
    return made;
  }
}
