import { randomBase62 } from "../../platform/index.ts";
import { CallCounters } from "./call-counters.ts";
import type { LeaseRequest } from "./lease.ts";
import type { Period } from "./period.ts";

const LEASE_ID_LENGTH = 16;

/** Units reserved for one call: kept if it succeeds, given back if not. */
export interface Ticket {
  leaseId: string;
  weight: number;
  /** Set if the key has a cap, for which a call counts from its beginning. */
  cappedKey: string | undefined;
}

/** One isolate's units of one tenant and month: received, handed back, and spent by calls. */
export class LeasedUnits {
  /** Units received that are neither spent nor handed back. */
  left = 0;
  private readonly leaseId = randomBase62(LEASE_ID_LENGTH);
  private period: Period | null = null;
  private received = 0;
  private returned = 0;
  private readonly counters = new CallCounters();
  /** Units of calls that are running, by capped key. */
  private readonly underWay = new Map<string, number>();

  take(weight: number, cappedKey?: string): Ticket | undefined {
    if (this.left < weight) return undefined;
    this.left -= weight;
    if (cappedKey !== undefined) this.count(cappedKey, weight);
    return { leaseId: this.leaseId, weight, cappedKey };
  }

  /** Counts a call's units; false for a call that began with another lease. */
  keep(ticket: Ticket, priceId: string, keyId: string, module: string): boolean {
    const { leaseId, weight, cappedKey } = ticket;
    if (leaseId !== this.leaseId) return false;
    if (cappedKey !== undefined) this.count(cappedKey, -weight);
    this.counters.add(priceId, keyId, module, weight);
    return true;
  }

  giveBack({ leaseId, weight, cappedKey }: Ticket): void {
    if (leaseId !== this.leaseId) return;
    this.left += weight;
    if (cappedKey !== undefined) this.count(cappedKey, -weight);
  }

  /** Whether an answer for that month belongs to these units; the first answer sets their month. */
  areOf(period: Period): boolean {
    return this.period === null || this.period === period;
  }

  receive(units: number, period: Period): void {
    this.period = period;
    this.received += units;
    this.left += units;
  }

  /** Hands back all units except so many. */
  handBack(kept = 0): void {
    const surplus = Math.max(0, this.left - kept);
    this.left -= surplus;
    this.returned += surplus;
  }

  /** What successful calls of these keys have spent. */
  keptBy(keys: ReadonlySet<string>): number {
    return this.counters.unitsOf(keys);
  }

  /** What these keys have spent, with what their running calls may spend. */
  spentBy(keys: ReadonlySet<string>): number {
    let sum = this.keptBy(keys);
    for (const [key, units] of this.underWay) if (keys.has(key)) sum += units;
    return sum;
  }

  /** What a question to the object reports. */
  account(): Pick<LeaseRequest, "leaseId" | "period" | "received" | "returned" | "counters"> {
    const { leaseId, period, received, returned } = this;
    return { leaseId, period, received, returned, counters: this.counters.copy() };
  }

  private count(key: string, weight: number): void {
    const units = (this.underWay.get(key) ?? 0) + weight;
    if (units === 0) this.underWay.delete(key);
    else this.underWay.set(key, units);
  }
}
