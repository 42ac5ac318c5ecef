import { remember } from "./remember.ts";

/**
 * What an isolate may remember of the database: bounded in number and in time. An entry past its
 * time is never given out, so a change binds everywhere within `ttlMs`.
 */
export class ShortMemory<K, V> {
  private readonly entries = new Map<K, { value: V; until: number }>();
  private readonly ttlMs: number;
  private readonly maxEntries: number;
  private forgotten = 0;

  constructor(ttlMs: number, maxEntries: number) {
    this.ttlMs = ttlMs;
    this.maxEntries = maxEntries;
  }

  async recall(key: K, now: number, load: () => Promise<V>): Promise<V> {
    const entry = this.entries.get(key);
    if (entry !== undefined && now < entry.until) return entry.value;
    // Each request loads for itself: a promise shared between requests dies with its maker.
    const { forgotten } = this;
    const value = await load();
    const until = now + this.ttlMs;
    // What was asked for before something was forgotten, or before what is there, may be the older.
    const isNewest = until >= (this.entries.get(key)?.until ?? until);
    if (isNewest && forgotten === this.forgotten) {
      remember(this.entries, key, { value, until }, this.maxEntries);
    }
    return value;
  }

  /** What is remembered and still good, without asking anybody. */
  peek(key: K, now: number): V | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && now < entry.until ? entry.value : undefined;
  }

  forget(key: K): void {
    this.forgotten += 1;
    this.entries.delete(key);
  }
}
