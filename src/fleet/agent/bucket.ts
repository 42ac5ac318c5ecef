export interface BucketSize {
  perSecond: number;
  burst: number;
}

export const CHECK_IN_RATE: BucketSize = { perSecond: 2, burst: 60 };
/** Failed rotations count too: each of them takes a key and asks the CA. */
export const ROTATION_RATE: BucketSize = { perSecond: 1 / 30, burst: 30 };
export const EVENT_RATE: BucketSize = { perSecond: 50, burst: 200 };

/**
 * A token bucket, in memory only: by the time an object sleeps, its tokens have long been refilled.
 */
export class Bucket {
  private readonly size: BucketSize;
  private tokens: number;
  private at = 0;

  constructor(size: BucketSize) {
    this.size = size;
    this.tokens = size.burst;
  }

  take(now: number): boolean {
    const passed = Math.max(0, now - this.at) / 1000;
    this.tokens = Math.min(this.size.burst, this.tokens + passed * this.size.perSecond);
    this.at = Math.max(this.at, now);
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
