import { AddressList, randomBase62 } from "../../platform/index.ts";
import { CallCounters } from "./call-counters.ts";
import {
  LEASE_TTL_MS,
  type KeyEntry,
  type LeaseAnswer,
  type LeaseRequest,
  type LeaseTerms,
} from "./lease.ts";
import { endOf } from "./period.ts";
import { SpendRate } from "./spend-rate.ts";

/** Asked for before the rate is known. */
const FIRST_UNITS = 16;
/** A lease is sized for this much traffic at the rate seen. */
const AHEAD_MS = 5_000;
const MAX_UNITS_WANTED = 1_000_000;
/** How long "nothing left" is believed before the object is asked again. */
const EXHAUSTED_MS = 1_000;
const LEASE_ID_LENGTH = 16;
/** A question this old is given up, so that one lost answer cannot block an isolate. */
const ABANDON_MS = 5_000;
/** The object gives out at most half of what is left: so many questions empty any quota. */
const MAX_QUESTIONS = 16;

/**
 * If no call makes an isolate ask again, it reports what it spent after this time. That is sooner
 * than `LEASE_TTL_MS`, and late enough that occasional calls report along with their own question.
 */
export const SILENCE_MS = 12_000;

export type AskForLease = (request: LeaseRequest) => Promise<LeaseAnswer>;

/** A key with its allowed addresses parsed: once a lease, not once a call. */
export interface ReadyKey extends Omit<KeyEntry, "addresses"> {
  /** Undefined: from anywhere. */
  allowed: AddressList | undefined;
}

/** What an isolate knows of a tenant, until when, and when it should ask again. */
export interface HeldLease {
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

/**
 * One isolate's lease on one tenant: the terms it was given and the units it may still spend. It is
 * renewed by questions to the tenant's gate object, which also report what was spent (docs/gate.md).
 */
export class LeaseHolder {
  private readonly ask: AskForLease;
  private held: HeldLease | undefined;
  private leaseId = randomBase62(LEASE_ID_LENGTH);
  private period: string | null = null;
  private lastMoment = Infinity;
  private received = 0;
  private returned = 0;
  private units = 0;
  private waitedFor = 0;
  private readonly rate = new SpendRate();
  private exhaustedUntil = 0;
  private counters = new CallCounters();
  private seq = 0;
  private attempt = 0;
  /** Units kept so far, and how many of them the object has heard of. */
  private kept = 0;
  private reported = 0;
  /** The last question that was answered, and the last one after which silence is watched. */
  private heard = 0;
  private watched = 0;
  private asking: { since: number; done: Promise<void> } | undefined;

  constructor(ask: AskForLease) {
    this.ask = ask;
  }

  /** What is known of the tenant, if it is not too old to act on. */
  known(now: number): HeldLease | undefined {
    return this.held !== undefined && now < this.held.until ? this.held : undefined;
  }

  /** Whether to ask again already, so that no call has to wait for it. */
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
   * Asks for units, together with all other calls that wait for some, and reserves them. Undefined
   * when the tenant has none left; throws when the object cannot be reached.
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

  /** Whether the object said a moment ago that nothing is left. */
  isExhausted(now: number): boolean {
    return now < this.exhaustedUntil;
  }

  /** Counts a call that succeeded. One that outlived its month is neither counted nor billed. */
  keep({ leaseId, weight }: Ticket, keyId: string, module: string): void {
    if (leaseId !== this.leaseId) return;
    this.counters.add(this.held?.terms.priceId ?? "", keyId, module, weight);
    this.rate.add(weight);
    this.kept += weight;
  }

  giveBack({ leaseId, weight }: Ticket): void {
    if (leaseId === this.leaseId) this.units += weight;
  }

  quota(): number {
    return this.held?.terms.quota ?? 0;
  }

  /** A lower bound of what the tenant has left. */
  remaining(): number {
    return (this.held?.remaining ?? 0) + this.units;
  }

  /** For what a caller is told of the month: where a clock runs ahead, the object's still goes on. */
  inMonth(now: number): number {
    return Math.min(now, this.lastMoment);
  }

  /** Reports what was spent and asks for the next lease. One question at a time serves all who wait. */
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

  /** The last answered question, if nobody watches yet whether another follows it. */
  startWatch(): number | undefined {
    if (this.watched === this.heard) return undefined;
    this.watched = this.heard;
    return this.heard;
  }

  /** If no question followed that one: reports what was spent and hands back all other units. */
  async handBackIfSilent(since: number, now: number): Promise<void> {
    if (this.heard === since && this.asking === undefined) await this.renew(now, true);
  }

  private async exchange(now: number, attempt: number, isLast: boolean): Promise<void> {
    this.rate.measure(now);
    const wants = isLast ? this.handBackAll() : this.plan();
    const { kept } = this;
    const seq = (this.seq += 1);
    const answer = await this.ask({
      leaseId: this.leaseId,
      period: this.period,
      seq,
      received: this.received,
      returned: this.returned,
      counters: this.counters.copy(),
      wants,
      epoch: this.held?.epoch ?? 0,
    });
    // This question was given up meanwhile. Its units are not used: the next report does not count
    // them as received, and the object takes them back.
    if (this.attempt !== attempt) return;
    this.reported = kept;
    this.heard = seq;
    if (this.period !== null && answer.period !== this.period) {
      this.beginPeriod();
      return this.exchange(now, attempt, isLast);
    }
    this.period = answer.period;
    this.lastMoment = endOf(answer.period) - 1;
    this.received += answer.granted;
    this.units += answer.granted;
    if (answer.recall) this.handBackAll();
    // Units are heard of too: a new month or a raise begins within what was believed.
    if (wants > 0) this.exhaustedUntil = answer.granted === 0 ? now + EXHAUSTED_MS : 0;
    this.hold(answer, now);
  }

  /** Units of a month that is over are worth nothing in the next. */
  private beginPeriod(): void {
    this.leaseId = randomBase62(LEASE_ID_LENGTH);
    this.period = null;
    this.received = 0;
    this.returned = 0;
    this.units = 0;
    this.counters = new CallCounters();
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

  private handBackAll(): number {
    this.returned += this.units;
    this.units = 0;
    return 0;
  }

  /** How many units to ask for. Hands units back if there are more than the rate calls for. */
  private plan(): number {
    const expected = this.rate.unitsIn(AHEAD_MS);
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
