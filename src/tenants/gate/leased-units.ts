import { randomBase62 } from "../../platform/index.ts";
import { CallCounters } from "./call-counters.ts";
import type { LeaseRequest } from "./lease.ts";
import type { Period } from "./period.ts";

const LEASE_ID_LENGTH = 16;

/** Units reserved for one call: kept when it succeeds, given back when it does not. */
export interface Ticket {
  leaseId: string;
  weight: number;
}

/** One isolate's units of one tenant and month: what came, what went back, what calls spent. */
export class LeasedUnits {
  /** Received, and neither spent nor handed back. */
  left = 0;
  private readonly leaseId = randomBase62(LEASE_ID_LENGTH);
  private period: Period | null = null;
  private received = 0;
  private returned = 0;
  private readonly counters = new CallCounters();

  take(weight: number): Ticket | undefined {
    if (this.left < weight) return undefined;
    this.left -= weight;
    return { leaseId: this.leaseId, weight };
  }

  /** False for a call that began with another lease. */
  keep({ leaseId, weight }: Ticket, priceId: string, keyId: string, module: string): boolean {
    if (leaseId !== this.leaseId) return false;
    this.counters.add(priceId, keyId, module, weight);
    return true;
  }

  giveBack({ leaseId, weight }: Ticket): void {
    if (leaseId === this.leaseId) this.left += weight;
  }

  /** Whether an answer for that month goes on with these; the first one says which month it is. */
  areOf(period: Period): boolean {
    return this.period === null || this.period === period;
  }

  receive(units: number, period: Period): void {
    this.period = period;
    this.received += units;
    this.left += units;
  }

  /** Hands all back but so many. */
  handBack(kept = 0): void {
    const surplus = Math.max(0, this.left - kept);
    this.left -= surplus;
    this.returned += surplus;
  }

  /** For a question to the object. */
  account(): Pick<LeaseRequest, "leaseId" | "period" | "received" | "returned" | "counters"> {
    const { leaseId, period, received, returned } = this;
    return { leaseId, period, received, returned, counters: this.counters.copy() };
  }
}
