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
    this.keep(key, value, now);
    return value;
  }

  forget(key: K): void {
    this.entries.delete(key);
  }

  private keep(key: K, value: V, now: number): void {
    this.entries.delete(key);
    if (this.entries.size >= this.maxEntries) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    this.entries.set(key, { value, until: now + this.ttlMs });
  }
}
