import { unitsOf } from "./call-counters.ts";
import type { HeldCap } from "./key-cap.ts";
import { takeAnswer, type HeldLease } from "./held-lease.ts";
import { LeasedUnits, type Ticket } from "./leased-units.ts";
import { LEASE_GRACE_MS, LEASE_TTL_MS, type LeaseAnswer, type LeaseRequest } from "./lease.ts";
import { endOf, startOf } from "./period.ts";
import { SharedQuestion } from "./shared-question.ts";
import { SpendRate } from "./spend-rate.ts";

/** How many units are asked for before the rate is known. */
const FIRST_UNITS = 16;
/** A lease is sized for this much traffic at the rate seen. */
const AHEAD_MS = 5_000;
const MAX_UNITS_WANTED = 1_000_000;
/** How long "nothing left" is believed before the object is asked again. */
const EXHAUSTED_MS = 1_000;
/**
 * If more time is left of a lease, the clock went back. It is more than a lease's time, because a
 * call that began before the question compares with its own, earlier time.
 */
const MOST_LEFT_MS = LEASE_TTL_MS + LEASE_GRACE_MS;
/**
 * How many questions one call may need. The object gives out at most half of what is left, shared
 * among isolates, and the last units one by one; so this serves every call that takes no large part
 * of a quota, and as many calls that wait at the same time.
 */
const MAX_QUESTIONS = 64;

/**
 * After this time without a question an isolate reports what it spent. It is less than
 * `LEASE_TTL_MS`, and long enough that occasional calls report with their own question.
 */
export const SILENCE_MS = 12_000;

export type AskForLease = (request: LeaseRequest) => Promise<LeaseAnswer>;

/**
 * One isolate's lease on one tenant: the terms it was given and the units it may still spend. It is
 * renewed by questions to the tenant's gate object, which also report what was spent (docs/gate.md).
 */
export class LeaseHolder {
  private readonly ask: AskForLease;
  private lease: HeldLease | undefined;
  private units = new LeasedUnits();
  private month: { first: number; last: number } | undefined;
  private waitedFor = 0;
  private readonly rate = new SpendRate();
  private exhaustedUntil = 0;
  private seq = 0;
  /** Units kept so far, and how many of them the object has heard of. */
  private keptUnits = 0;
  private reportedUnits = 0;
  /** The last question that was answered, and the last one after which silence is watched for. */
  private lastAnswered = 0;
  private lastWatched = 0;
  private readonly question = new SharedQuestion();

  constructor(ask: AskForLease) {
    this.ask = ask;
  }

  /** The lease, if it is not too old to act on. */
  currentLease(now: number): HeldLease | undefined {
    const { lease } = this;
    if (lease === undefined) return undefined;
    const left = lease.until - now;
    return left > 0 && left <= MOST_LEFT_MS ? lease : undefined;
  }

  /** Whether to ask again already, so that no call has to wait later. */
  wantsRefresh(now: number): boolean {
    const { lease } = this;
    if (lease === undefined || this.question.isOpen) return false;
    if (now >= lease.refreshAt) return true;
    return this.units.left <= lease.refreshBelow && now >= this.exhaustedUntil;
  }

  /** Reserves units for a call, if there are some that no waiting call needs. */
  take(weight: number, cap?: HeldCap): Ticket | undefined {
    if (this.units.left - weight < this.waitedFor) return undefined;
    return this.units.take(weight, cap?.keyId);
  }

  /**
   * Asks for units, together with all other calls that wait, and reserves them. Undefined if the
   * tenant has none left; throws if the object cannot be reached.
   */
  async obtain(weight: number, now: number, cap?: HeldCap): Promise<Ticket | undefined> {
    this.waitedFor += weight;
    try {
      for (let questions = 0; questions < MAX_QUESTIONS; questions += 1) {
        if (this.isExhausted(now)) return undefined;
        await this.renew(now);
        const ticket = this.units.take(weight, cap?.keyId);
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

  /** Counts a call that succeeded. A call that outlived its month is neither counted nor billed. */
  keep(ticket: Ticket, keyId: string, module: string): void {
    const priceId = this.lease?.terms.priceId ?? "";
    if (!this.units.keep(ticket, priceId, keyId, module)) return;
    this.rate.add(ticket.weight);
    this.keptUnits += ticket.weight;
  }

  giveBack(ticket: Ticket): void {
    this.units.giveBack(ticket);
  }

  quota(): number {
    return this.lease?.terms.quota ?? 0;
  }

  /** What the tenant had left by the last answer, with the unspent units that this isolate holds. */
  remaining(): number {
    return (this.lease?.remaining ?? 0) + this.units.left;
  }

  /**
   * What is left of a key's cap, as far as other isolates have reported. Zero or less means nothing.
   */
  leftOf({ keyId, units, keys }: HeldCap): number {
    const elsewhere = this.lease?.elsewhere.get(keyId) ?? 0;
    return units - elsewhere - this.units.spentBy(keys);
  }

  /**
   * The time for what a caller is told: within the month of these units, whatever the isolate's clock
   * says.
   */
  inMonth(now: number): number {
    const { first, last } = this.month ?? { first: now, last: now };
    return Math.max(first, Math.min(now, last));
  }

  /** Reports what was spent and asks for the next lease. All callers that wait share one question. */
  async renew(now: number, isLast = false): Promise<void> {
    return this.question.share(now, (isAbandoned) => this.exchange(now, isAbandoned, isLast));
  }

  /** Reports what was spent since the object last heard, if anything was. */
  async report(now: number): Promise<void> {
    await this.question.wait();
    if (this.keptUnits > this.reportedUnits) await this.renew(now);
  }

  /** Reports what counts for a cap, if there is any. Calls of other keys do not cause a report. */
  async reportOf({ keys }: HeldCap, now: number): Promise<void> {
    await this.question.wait();
    const reported = unitsOf(this.lease?.reportedCounters ?? [], keys);
    if (this.units.keptBy(keys) > reported) await this.renew(now);
  }

  /**
   * Gives the number of the last answered question, if nobody watches yet whether another follows it.
   */
  startWatch(): number | undefined {
    if (this.lastWatched === this.lastAnswered) return undefined;
    this.lastWatched = this.lastAnswered;
    return this.lastAnswered;
  }

  /** If no question followed that one, reports what was spent and hands back all other units. */
  async handBackIfSilent(since: number, now: number): Promise<void> {
    if (this.lastAnswered === since && !this.question.isOpen) await this.renew(now, true);
  }

  private async exchange(now: number, isAbandoned: () => boolean, isLast: boolean): Promise<void> {
    this.rate.measure(now);
    const wants = this.plan(isLast);
    const { keptUnits } = this;
    const seq = (this.seq += 1);
    const account = this.units.account();
    const answer = await this.ask({
      ...account,
      seq,
      wants,
      epoch: this.lease?.epoch ?? 0,
    });
    // This question was abandoned meanwhile. Its units are not used: the next report does not count
    // them as received, and the object takes them back.
    if (isAbandoned()) return;
    this.reportedUnits = keptUnits;
    this.lastAnswered = seq;
    if (!this.units.areOf(answer.period)) {
      // Units of a past month are worth nothing in the next.
      this.units = new LeasedUnits();
      return this.exchange(now, isAbandoned, isLast);
    }
    this.units.receive(answer.granted, answer.period);
    this.month = { first: startOf(answer.period), last: endOf(answer.period) - 1 };
    if (answer.recall) this.units.handBack();
    // If units came, there are some again (a new month or a raised quota), so "nothing left" no
    // longer counts.
    if (wants > 0) this.exhaustedUntil = answer.granted === 0 ? now + EXHAUSTED_MS : 0;
    const own = { units: this.units.left, counters: account.counters };
    this.lease = takeAnswer(answer, this.lease, own, now);
  }

  /** How many units to ask for. Hands units back if the rate needs fewer. */
  private plan(isLast: boolean): number {
    const expected = this.rate.unitsIn(AHEAD_MS);
    const target = isLast
      ? 0
      : Math.max(this.waitedFor, Math.min(MAX_UNITS_WANTED, Math.max(expected, FIRST_UNITS)));
    this.units.handBack(target);
    return target - this.units.left;
  }
}
