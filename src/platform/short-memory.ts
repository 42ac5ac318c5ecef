import { ageOf } from "./age-of.ts";
import { remember } from "./remember.ts";

interface Entry<V> {
  value: V;
  at: number;
}

/**
 * What an isolate may remember of the database: bounded in number and in time. An entry past its
 * time is never given out, so a change binds everywhere within `ttlMs`.
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
    // Each request loads for itself: a promise shared between requests dies with its maker.
    const { forgotten } = this;
    const value = await load();
    // What was asked for before something was forgotten, or before what is there, may be the older.
    const held = this.entries.get(key);
    const isNewest = held === undefined || now >= held.at || !this.isGood(held, now);
    if (isNewest && forgotten === this.forgotten) {
      remember(this.entries, key, { value, at: now }, this.maxEntries);
    }
    return value;
  }

  /** What is remembered and still good, without asking anybody. */
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
