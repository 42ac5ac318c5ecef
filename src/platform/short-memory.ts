import { ageOf } from "./age-of.ts";
import { remember } from "./remember.ts";

interface Entry<V> {
  value: V;
  at: number;
}

/**
 * A cache of an isolate, bounded in number and in time. It never gives out an entry older than `ttlMs`,
 * so a change counts everywhere after that time.
 */
export class ShortMemory<K, V> {
  private readonly entries = new Map<K, Entry<V>>();
  private readonly ttlMs: number;
  private readonly maxEntries: number;
  private forgotten = 0;

  constructor(ttlMs: number, maxEntries: number) {
    this.ttlMs = ttlMs;
    this.maxEntries = maxEntries;
  }

  async recall(key: K, now: number, load: () => Promise<V>): Promise<V> {
    const known = this.entries.get(key);
    if (known !== undefined && this.isGood(known, now)) return known.value;
    // Each request loads for itself: a shared promise would end with the request that made it.
    const { forgotten } = this;
    const value = await load();
    // The value is not kept if it may be older than the entry there, or from before a `forget`.
    const entry = this.entries.get(key);
    const isNewest = entry === undefined || now >= entry.at || !this.isGood(entry, now);
    if (isNewest && forgotten === this.forgotten) {
      remember(this.entries, key, { value, at: now }, this.maxEntries);
    }
    return value;
  }

  /** The entry if it is still good; loads nothing. */
  peek(key: K, now: number): V | undefined {
    const known = this.entries.get(key);
    return known !== undefined && this.isGood(known, now) ? known.value : undefined;
  }

  clear(): void {
    this.forgotten += 1;
    this.entries.clear();
  }

  forget(key: K): void {
    this.forgotten += 1;
    this.entries.delete(key);
  }

  private isGood({ at }: Entry<V>, now: number): boolean {
    return ageOf(at, now) < this.ttlMs;
  }
}
