import { LEASE_GRACE_MS, LEASE_TTL_MS, type Counter, type LeaseRequest } from "./lease.ts";

/** The largest share of the remaining units that all isolates together may take at once. */
const SHARE_OF_REMAINING = 0.5;

export interface LeaseRow {
  id: string;
  granted: number;
  used: number;
  returned: number;
  /** When the object counts the lease as lost, by its own clock. */
  deadline: number;
  lost: boolean;
  seq: number;
}

/** The sums of several leases. */
export interface Sums {
  used: number;
  outstanding: number;
}

export interface Delta extends Counter {
  /** Calls and units that are new since the last report of this counter. */
  calls: number;
  units: number;
}

/**
 * One period's account of one tenant: `quota = remaining + held + used + lost`, always. Held units
 * are with isolates. Lost units are those of silent leases, which count as used for the limit until
 * the isolate reports again. Pure, so that a simulation runs this very code.
 */
export class QuotaBook {
  quota: number;
  readonly leases: Map<string, LeaseRow>;
  private readonly counted: Map<string, Counter>;
  private sums: Sums;
  /** Units of leases that have been silent for so long that they are not loaded. */
  private lostLongAgo: number;

  constructor(
    quota: number,
    leases: LeaseRow[] = [],
    counters: [string, Counter][] = [],
    silent: Sums = { used: 0, outstanding: 0 },
  ) {
    this.quota = quota;
    this.leases = new Map(leases.map((lease) => [lease.id, lease]));
    this.counted = new Map(counters);
    this.sums = { ...silent };
    this.lostLongAgo = silent.outstanding;
    for (const lease of leases) this.add(lease, 1);
  }

  /** Units that were reported, which are billed. */
  get used(): number {
    return this.sums.used;
  }

  /** What counts against the limit: used, held and lost units. */
  get committed(): number {
    return this.sums.used + this.sums.outstanding;
  }

  /** What thresholds are compared with. */
  get spent(): number {
    return this.used + this.lostUnits();
  }

  get remaining(): number {
    return Math.max(0, this.quota - this.committed);
  }

  /** Takes in a silent lease that reports again. */
  bringBack(lease: LeaseRow, counters: [string, Counter][]): void {
    this.lostLongAgo -= outstanding(lease);
    this.leases.set(lease.id, lease);
    for (const [name, counter] of counters) this.counted.set(name, counter);
  }

  /** Takes in a report and grants units, never more than remain. */
  renew(request: LeaseRequest, now: number): { lease: LeaseRow; grant: number; deltas: Delta[] } {
    const lease = this.leases.get(request.leaseId) ?? newLease(request.leaseId);
    if (request.seq <= lease.seq) return { lease, grant: 0, deltas: [] };
    const deltas = this.count(request);
    this.add(lease, -1);
    lease.seq = request.seq;
    // An answer that never arrived gave nothing, so the isolate's own number of received units
    // counts.
    const received = Math.min(lease.granted, request.received);
    lease.used += deltas.reduce((sum, { units }) => sum + units, 0);
    lease.returned = request.returned;
    lease.granted = Math.max(received, lease.used + lease.returned);
    lease.lost = false;
    lease.deadline = now + LEASE_TTL_MS + LEASE_GRACE_MS;
    this.leases.set(lease.id, lease);
    this.add(lease, 1);
    const grant = this.share(request.wants, now);
    lease.granted += grant;
    this.sums.outstanding += grant;
    return { lease, grant, deltas };
  }

  /** Marks silent leases as lost; their units stay counted. Gives those that are newly lost. */
  expire(now: number): LeaseRow[] {
    const silent = [...this.leases.values()].filter((one) => !one.lost && one.deadline <= now);
    for (const lease of silent) lease.lost = true;
    return silent;
  }

  lostUnits(): number {
    let sum = this.lostLongAgo;
    for (const lease of this.leases.values()) if (lease.lost) sum += outstanding(lease);
    return sum;
  }

  private share(wants: number, now: number): number {
    const { remaining } = this;
    if (remaining === 0 || wants <= 0) return 0;
    const fair = Math.floor((remaining * SHARE_OF_REMAINING) / this.active(now));
    return Math.min(remaining, Math.max(1, Math.min(wants, fair)));
  }

  private active(now: number): number {
    let count = 0;
    for (const { deadline } of this.leases.values()) if (deadline > now) count += 1;
    return Math.max(1, count);
  }

  private count({ leaseId, counters }: LeaseRequest): Delta[] {
    return counters.flatMap((counter) => {
      const name = counterName(leaseId, counter);
      const before = this.counted.get(name);
      const units = counter.units - (before?.units ?? 0);
      const calls = counter.calls - (before?.calls ?? 0);
      if (units <= 0 && calls <= 0) return [];
      this.counted.set(name, counter);
      return { ...counter, units, calls };
    });
  }

  private add(lease: LeaseRow, sign: 1 | -1): void {
    this.sums.used += sign * lease.used;
    this.sums.outstanding += sign * outstanding(lease);
  }
}

export function counterName(leaseId: string, { priceId, keyId, module }: Counter): string {
  return `${leaseId} ${priceId} ${keyId} ${module}`;
}

function outstanding({ granted, used, returned }: LeaseRow): number {
  return Math.max(0, granted - used - returned);
}

function newLease(id: string): LeaseRow {
  return { id, granted: 0, used: 0, returned: 0, deadline: 0, lost: false, seq: 0 };
}
