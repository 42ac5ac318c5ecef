import { AddressList, randomBase62 } from "../../platform/index.ts";
import {
  LEASE_TTL_MS,
  type Counter,
  type KeyEntry,
  type LeaseAnswer,
  type LeaseRequest,
  type LeaseTerms,
} from "./lease.ts";
import { counterName } from "./quota-book.ts";

/** Asked for before the rate is known. */
const FIRST_UNITS = 16;
/** A lease is sized for this much traffic at the rate seen. */
const AHEAD_MS = 5_000;
const MIN_RATE_WINDOW_MS = 250;
const MAX_UNITS_WANTED = 1_000_000;
/** How long "nothing left" is believed before the object is asked again. */
const EXHAUSTED_MS = 1_000;
const LEASE_ID_LENGTH = 16;
/** A question this old is given up, so that one lost answer cannot block an isolate. */
const ABANDON_MS = 5_000;
/** What is left is given out by halves: this many questions empty any quota among those who wait. */
const MAX_QUESTIONS = 16;

/**
 * How long after its last question an isolate tells what it spent since, if no call makes it ask:
 * later than calls would that come now and then, sooner than what it knows is too old.
 */
export const SILENCE_MS = 12_000;

export type AskForLease = (request: LeaseRequest) => Promise<LeaseAnswer>;

/** An entry as the gate looks at it: whom it lets in is read once a lease, not once a call. */
export interface ReadyKey extends Omit<KeyEntry, "addresses"> {
  /** Undefined: from anywhere. */
  allowed: AddressList | undefined;
}

/** What an isolate knows of a tenant, until when, and when it had better ask again. */
export interface Held {
  terms: LeaseTerms;
  keys: ReadonlyMap<string, ReadyKey>;
  epoch: number;
  remaining: number;
  until: number;
  refreshAt: number;
  refreshBelow: number;
}

/** Units reserved for one call: kept when it succeeds, given back when it does not. */
export interface Ticket {
  leaseId: string;
  weight: number;
}

/** One isolate's stake in one tenant: what it was told, and the units it may still spend. */
export class LeaseHolder {
  private readonly ask: AskForLease;
  private held: Held | undefined;
  private leaseId = randomBase62(LEASE_ID_LENGTH);
  private period: string | null = null;
  private received = 0;
  private returned = 0;
  private units = 0;
  private waitedFor = 0;
  private spentSince = 0;
  private measuredAt = 0;
  private rate = 0;
  private exhaustedUntil = 0;
  private counters = new Map<string, Counter>();
  private latest: Counter | undefined;
  private seq = 0;
  private attempt = 0;
  /** Units kept so far, and how many of them the object has heard of. */
  private kept = 0;
  private reported = 0;
  /** The last question that was answered, and the one whose silence somebody waits for. */
  private heard = 0;
  private watched = 0;
  private asking: { since: number; done: Promise<void> } | undefined;

  constructor(ask: AskForLease) {
    this.ask = ask;
  }

  /** What is known of the tenant, if it is not too old to act on. */
  known(now: number): Held | undefined {
    return this.held !== undefined && now < this.held.until ? this.held : undefined;
  }

  /** Whether it is time to ask again although nothing stands still yet. */
  wantsRefresh(now: number): boolean {
    const { held } = this;
    if (held === undefined || this.asking !== undefined) return false;
    if (now >= held.refreshAt) return true;
    return this.units <= held.refreshBelow && now >= this.exhaustedUntil;
  }

  /** Reserves units for a call, if there are any here. */
  take(weight: number): Ticket | undefined {
    if (this.units < weight) return undefined;
    this.units -= weight;
    return { leaseId: this.leaseId, weight };
  }

  /**
   * Reserves units that have to be asked for, together with all others who wait for some. Nothing
   * comes when there are none left; it fails when the object cannot say.
   */
  async obtain(weight: number, now: number): Promise<Ticket | undefined> {
    this.waitedFor += weight;
    try {
      for (let asked = 0; asked < MAX_QUESTIONS; asked += 1) {
        if (this.isExhausted(now)) return undefined;
        await this.renew(now);
        const ticket = this.take(weight);
        if (ticket !== undefined) return ticket;
      }
      throw new Error("The object gives units, but never enough.");
    } finally {
      this.waitedFor -= weight;
    }
  }

  /** Whether the object said, a moment ago, that there is nothing. */
  isExhausted(now: number): boolean {
    return now < this.exhaustedUntil;
  }

  /** Counts a call that succeeded. One that outlived its month is neither counted nor billed. */
  keep({ leaseId, weight }: Ticket, keyId: string, module: string): void {
    if (leaseId !== this.leaseId) return;
    const counter = this.counter(keyId, module);
    counter.calls += 1;
    counter.units += weight;
    this.spentSince += weight;
    this.kept += weight;
  }

  /** Most calls count where the last one did, and a name put together costs more than the count. */
  private counter(keyId: string, module: string): Counter {
    const priceId = this.held?.terms.priceId ?? "";
    const { latest } = this;
    const isLatest = latest?.keyId === keyId && latest.module === module;
    if (isLatest && latest.priceId === priceId) return latest;
    const fresh: Counter = { priceId, keyId, module, calls: 0, units: 0 };
    const name = counterName("", fresh);
    this.latest = this.counters.get(name) ?? fresh;
    this.counters.set(name, this.latest);
    return this.latest;
  }

  giveBack({ leaseId, weight }: Ticket): void {
    if (leaseId === this.leaseId) this.units += weight;
  }

  /** What the tenant may use in a month, of the same answer as `remaining`. */
  quota(): number {
    return this.held?.terms.quota ?? 0;
  }

  /** A lower bound of what the tenant has left. */
  remaining(): number {
    return (this.held?.remaining ?? 0) + this.units;
  }

  /** Reports and asks; one at a time, and whoever waits waits for the same answer. */
  async renew(now: number, isLast = false): Promise<void> {
    if (this.asking !== undefined && now - this.asking.since < ABANDON_MS) return this.asking.done;
    const attempt = (this.attempt += 1);
    const done = this.exchange(now, attempt, isLast).finally(() => {
      if (this.attempt === attempt) this.asking = undefined;
    });
    this.asking = { since: now, done };
    return done;
  }

  /** Reports what was spent since the object last heard, if anything was. */
  async report(now: number): Promise<void> {
    await this.asking?.done;
    if (this.kept > this.reported) await this.renew(now);
  }

  /** The question answered last, once: somebody has to come back if no other follows it. */
  unwatched(): number | undefined {
    if (this.watched === this.heard) return undefined;
    this.watched = this.heard;
    return this.heard;
  }

  /** Nobody has called since that question: tells what was spent, and hands back all the rest. */
  async rest(since: number, now: number): Promise<void> {
    if (this.heard === since && this.asking === undefined) await this.renew(now, true);
  }

  private async exchange(now: number, attempt: number, isLast: boolean): Promise<void> {
    this.measure(now);
    const wants = isLast ? this.handBackAll() : this.plan();
    const { kept } = this;
    const seq = (this.seq += 1);
    const answer = await this.ask({
      leaseId: this.leaseId,
      period: this.period,
      seq,
      received: this.received,
      returned: this.returned,
      counters: Array.from(this.counters.values(), (counter) => ({ ...counter })),
      wants,
      epoch: this.held?.epoch ?? 0,
    });
    // An answer that was given up gave nothing: the next report says so, and the object takes
    // its grant back.
    if (this.attempt !== attempt) return;
    this.reported = kept;
    this.heard = seq;
    if (this.period !== null && answer.period !== this.period) {
      this.beginPeriod();
      return this.exchange(now, attempt, isLast);
    }
    this.period = answer.period;
    this.received += answer.granted;
    this.units += answer.granted;
    if (answer.recall) this.handBackAll();
    if (wants > 0 && answer.granted === 0) this.exhaustedUntil = now + EXHAUSTED_MS;
    this.hold(answer, now);
  }

  /** Units of a month that is over are worth nothing in the next. */
  private beginPeriod(): void {
    this.leaseId = randomBase62(LEASE_ID_LENGTH);
    this.period = null;
    this.received = 0;
    this.returned = 0;
    this.units = 0;
    this.counters = new Map();
    this.latest = undefined;
  }

  private hold(answer: LeaseAnswer, now: number): void {
    const terms = answer.terms ?? this.held?.terms;
    if (terms === undefined) return;
    const ttl = Math.min(answer.ttlMs, LEASE_TTL_MS);
    this.held = {
      terms,
      keys:
        answer.terms === null && this.held !== undefined
          ? this.held.keys
          : new Map(terms.keys.map((key) => [key.id, makeReady(key)])),
      epoch: answer.epoch,
      remaining: answer.remaining,
      until: now + ttl,
      refreshAt: now + ttl / 2,
      refreshBelow: Math.floor(this.units / 2),
    };
  }

  private measure(now: number): void {
    if (this.measuredAt === 0) this.measuredAt = now;
    const elapsed = now - this.measuredAt;
    if (elapsed < MIN_RATE_WINDOW_MS) return;
    this.rate = this.spentSince / elapsed;
    this.spentSince = 0;
    this.measuredAt = now;
  }

  private handBackAll(): number {
    this.returned += this.units;
    this.units = 0;
    return 0;
  }

  /** Hands back what the rate does not call for; else says how much more it does. */
  private plan(): number {
    const expected = Math.ceil(this.rate * AHEAD_MS);
    const target = Math.min(MAX_UNITS_WANTED, Math.max(expected, this.waitedFor, FIRST_UNITS));
    if (this.units > target) {
      const surplus = this.units - target;
      this.units = target;
      this.returned += surplus;
      return 0;
    }
    return target - this.units;
  }
}

function makeReady({ addresses, ...entry }: KeyEntry): ReadyKey {
  return { ...entry, allowed: addresses.length === 0 ? undefined : new AddressList(addresses) };
}
