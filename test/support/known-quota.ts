import { endOf, periodOf } from "../../src/tenants/gate/period.ts";
import { type Counter, type LeaseRequest, SETTLING_MS } from "../../src/tenants/gate/lease.ts";
import { counterName } from "../../src/tenants/gate/quota-book.ts";

interface Month {
  /** The highest quota of the month: what was given out under it may still be spent. */
  quota: number;
  /** What the gate has heard of each counter. */
  heard: Map<string, Counter>;
  /** What calls have taken, whether the gate has heard of it or not. */
  taken: number;
  /** What the gate had heard when the month was closed. */
  closed?: number;
}

/** A model of a tenant's account as docs/gate.md describes it: what the gate must know of each month. */
export class KnownQuota {
  readonly months = new Map<string, Month>();

  of(period: string): Month {
    const known = this.months.get(period) ?? { quota: 0, heard: new Map(), taken: 0 };
    this.months.set(period, known);
    return known;
  }

  setQuota(quota: number, now: number): void {
    const month = this.of(periodOf(now));
    month.quota = Math.max(month.quota, quota);
  }

  /** A report has reached the gate, perhaps late or again. */
  hear({ leaseId, period, counters }: LeaseRequest): void {
    if (period === null) return;
    const month = this.of(period);
    for (const counter of counters) {
      const name = counterName(leaseId, counter);
      const before = month.heard.get(name)?.units ?? 0;
      if (counter.units > before) month.heard.set(name, counter);
    }
  }

  /** The gate's alarm has rung. */
  ring(now: number): void {
    for (const [period, month] of this.months) {
      if (now >= endOf(period) + SETTLING_MS) month.closed ??= this.heardIn(month);
    }
  }

  usedIn(period: string): number {
    const month = this.of(period);
    return month.closed ?? this.heardIn(month);
  }

  private heardIn({ heard }: Month): number {
    return [...heard.values()].reduce((sum, { units }) => sum + units, 0);
  }
}
