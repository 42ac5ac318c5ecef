import type { Counter } from "./lease.ts";
import { counterName } from "./quota-book.ts";

/** What the calls of one lease have spent, by price, key and module. Its numbers only grow. */
export class CallCounters {
  private readonly counters = new Map<string, Counter>();
  private latest: Counter | undefined;

  add(priceId: string, keyId: string, module: string, units: number): void {
    const counter = this.find(priceId, keyId, module);
    counter.calls += 1;
    counter.units += units;
  }

  copy(): Counter[] {
    return Array.from(this.counters.values(), (counter) => ({ ...counter }));
  }

  unitsOf(keys: ReadonlySet<string>): number {
    return unitsOf(this.counters.values(), keys);
  }

  /**
   * Looks at the last counter first: most calls count there, and building a name costs more than
   * counting.
   */
  private find(priceId: string, keyId: string, module: string): Counter {
    const { latest } = this;
    const isLatest = latest?.keyId === keyId && latest.module === module;
    if (isLatest && latest.priceId === priceId) return latest;
    const fresh: Counter = { priceId, keyId, module, calls: 0, units: 0 };
    const name = counterName("", fresh);
    this.latest = this.counters.get(name) ?? fresh;
    this.counters.set(name, this.latest);
    return this.latest;
  }
}

/** What these keys have spent by the counters. */
export function unitsOf(counters: Iterable<Counter>, keys: ReadonlySet<string>): number {
  let sum = 0;
  for (const { keyId, units } of counters) if (keys.has(keyId)) sum += units;
  return sum;
}
