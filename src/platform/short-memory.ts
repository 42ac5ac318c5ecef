import { remember } from "./remember.ts";

/**
 * What an isolate may remember of the database: bounded in number and in time. An entry past its
 * time is never given out, so a change binds everywhere within `ttlMs`.
 */
export class ShortMemory<K, V> {
  private readonly entries = new Map<K, { value: V; until: number }>();
  private readonly ttlMs: number;
  private readonly maxEntries: number;

  constructor(ttlMs: number, maxEntries: number) {
    this.ttlMs = ttlMs;
    this.maxEntries = maxEntries;
  }

  async recall(key: K, now: number, load: () => Promise<V>): Promise<V> {
    const entry = this.entries.get(key);
    if (entry !== undefined && now < entry.until) return entry.value;
    // Each request loads for itself: a promise shared between requests dies with its maker.
    const value = await load();
    remember(this.entries, key, { value, until: now + this.ttlMs }, this.maxEntries);
    return value;
  }

  /** What is remembered and still good, without asking anybody. */
  peek(key: K, now: number): V | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && now < entry.until ? entry.value : undefined;
  }

  forget(key: K): void {
    this.entries.delete(key);
  }
}
