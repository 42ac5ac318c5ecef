import { DurableObject } from "cloudflare:workers";
import { database } from "../../platform/index.ts";
import { forgetReports } from "./forget-reports.ts";
import { forgetUses } from "./forget-uses.ts";
import { GateStore, type PeriodRow, type UsageRow } from "./gate-store.ts";
import { LEASE_TTL_MS, SETTLING_MS } from "./lease.ts";
import type { LeaseAnswer, LeaseRequest, LeaseTerms } from "./lease.ts";
import { loadTerms } from "./load-terms.ts";
import { endOf, periodOf, type Period } from "./period.ts";
import { QuotaBook } from "./quota-book.ts";
import { sendRollups } from "./send-rollups.ts";
import { thresholdReached } from "./thresholds.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      TENANT_GATE: DurableObjectNamespace<TenantGate>;
    }
  }
}

/** The terms are read from D1 again after this time, even if nobody called `refresh`. */
const TERMS_TTL_MS = 60_000;
const ROLLUP_EVERY_MS = 3_600_000;
/** After a turn that left lines which are too old. */
const FORGET_AGAIN_MS = 10_000;

interface Known {
  terms: LeaseTerms;
  readAt: number;
  period: Period;
}

export interface UsageReport {
  period: PeriodRow | null;
  rows: UsageRow[];
  used: number;
  lost: number;
  /** Null for a month without calls, if the quota was not changed since. */
  quota: number | null;
  lastUses: Record<string, number>;
}

/** One tenant's keys, plan and account: the only place that counts (docs/gate.md). */
export class TenantGate extends DurableObject {
  private readonly store: GateStore;
  private known: Known | undefined;
  private book: { period: Period; account: QuotaBook } | undefined;
  private epoch = Date.now();
  /** How often somebody said that D1 has changed. */
  private changes = 0;
  /** A test turns months with it. */
  clock = (): number => Date.now();
  private alarmSet = false;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.store = new GateStore(ctx.storage.sql);
  }

  /** An isolate reports what it spent and takes what it needs. */
  async lease(request: LeaseRequest): Promise<LeaseAnswer> {
    const now = this.clock();
    const period = periodOf(now);
    const terms = await this.terms(now);
    if (request.period !== null && request.period !== period) {
      this.takeLateReport(request, request.period, now);
      return this.answer(request, terms, period, now);
    }
    // Unknown tenants leave no row behind: ids can be made up without end.
    if (terms.status === "unknown") return this.answer(request, terms, period, now);
    const account = this.account(period, terms.quota);
    const { lease, grant, deltas } = account.renew(request, now);
    for (const lost of account.expire(now)) this.store.saveLease(period, lost);
    this.store.saveLease(period, lease);
    this.store.saveReport(request, deltas, period, now, false);
    this.tellThresholds(period, account, now);
    await this.setAlarm(now);
    return this.answer(request, terms, period, now, { account, grant });
  }

  /** D1 has changed: the next answer to any isolate carries the new terms. */
  async refresh(quotaBefore?: number): Promise<void> {
    this.known = undefined;
    this.changes += 1;
    const now = this.clock();
    const period = periodOf(now);
    const { quota } = await this.terms(now);
    if (quotaBefore !== undefined) this.store.noteQuota(period, quota, quotaBefore);
    // What is left is shown by the new quota before anybody calls again.
    if (this.store.period(period) !== undefined) this.account(period, quota);
  }

  usage(period: Period): UsageReport {
    const row = this.store.period(period) ?? null;
    const account = row?.closed_at === null ? this.account(period, row.quota) : undefined;
    account?.expire(this.clock());
    return {
      period: row,
      rows: this.store.usage(period),
      used: account?.used ?? row?.used ?? 0,
      lost: account?.lostUnits() ?? row?.lost ?? 0,
      quota: row?.quota ?? this.store.quotaOf(period) ?? null,
      lastUses: this.store.lastUses(),
    };
  }

  /** Of an erased tenant the months stay that were billed. How many keys' last uses went. */
  forgetUses(): number {
    return forgetUses(this.ctx.storage.sql);
  }

  override async alarm(): Promise<void> {
    const now = this.clock();
    this.alarmSet = false;
    this.closePast(now);
    const isMore = forgetReports(this.ctx.storage.sql, now);
    const unsent = await sendRollups(this.env, this.store, this.ctx.id.name ?? "");
    const again = unsent ?? (isMore ? FORGET_AGAIN_MS : undefined);
    if (again === undefined) await this.setAlarm(now);
    else await this.ringBy(now + again, now);
  }

  private async terms(now: number): Promise<LeaseTerms> {
    const { known } = this;
    const period = periodOf(now);
    if (known !== undefined && known.period === period && now - known.readAt < TERMS_TTL_MS) {
      return known.terms;
    }
    const { changes } = this;
    const terms = await loadTerms(database(this.env), this.ctx.id.name ?? "", now);
    // D1 changed while it was read: what was read may be too old to keep.
    if (changes !== this.changes) return this.known?.terms ?? terms;
    const same = JSON.stringify(terms) === JSON.stringify(this.known?.terms);
    if (!same) this.epoch += 1;
    this.known = { terms, readAt: now, period };
    return terms;
  }

  private account(period: Period, quota: number): QuotaBook {
    if (this.book?.period !== period) {
      const { store } = this;
      const before = store.openPeriod(period, quota);
      const account = new QuotaBook(before, store.leases(period), store.counters(period));
      this.book = { period, account };
    }
    const { account } = this.book;
    if (account.quota !== quota) this.changeQuota(period, account, quota);
    return account;
  }

  /** After a raise the thresholds of the new quota count; those passed already are not told. */
  private changeQuota(period: Period, account: QuotaBook, quota: number): void {
    const isRaise = quota > account.quota;
    account.quota = quota;
    this.store.changeQuota(period, quota);
    if (isRaise) this.store.setTold(period, thresholdReached(account.spent, quota, 0) ?? 0);
  }

  /** A report of a past month. Once that is closed, the ledger keeps it but no total changes. */
  private takeLateReport(request: LeaseRequest, period: Period, now: number): void {
    const row = this.store.period(period);
    if (row === undefined) return;
    const account = this.account(period, row.quota);
    const { lease, deltas } = account.renew({ ...request, wants: 0 }, now);
    const at = Math.min(now, endOf(period) - 1);
    this.store.saveLease(period, lease);
    this.store.saveReport(request, deltas, period, at, row.closed_at !== null);
  }

  private closePast(now: number): void {
    for (const period of this.store.openPeriods(periodOf(now))) {
      if (now < endOf(period) + SETTLING_MS) continue;
      const account = this.account(period, this.store.period(period)?.quota ?? 0);
      account.expire(Number.MAX_SAFE_INTEGER);
      this.store.closePeriod(period, account.used, account.lostUnits(), now);
    }
  }

  private tellThresholds(period: Period, account: QuotaBook, now: number): void {
    const told = this.store.period(period)?.told ?? 0;
    const percent = thresholdReached(account.spent, account.quota, told);
    if (percent === undefined) return;
    const type = percent === 100 ? "quota.exhausted" : "quota.threshold";
    const id = `evt_${this.ctx.id.name}_${period}_${account.quota}_${percent}`;
    const data = { period, percent, quota: account.quota, used: account.used };
    this.store.tell(period, percent, id, type, data, now);
    this.ctx.waitUntil(sendRollups(this.env, this.store, this.ctx.id.name ?? ""));
  }

  private answer(
    request: LeaseRequest,
    terms: LeaseTerms,
    period: Period,
    now: number,
    given?: { account: QuotaBook; grant: number },
  ): LeaseAnswer {
    return {
      epoch: this.epoch,
      terms: request.epoch === this.epoch ? null : terms,
      period,
      granted: given?.grant ?? 0,
      remaining: given?.account.remaining ?? 0,
      ttlMs: Math.max(1, Math.min(LEASE_TTL_MS, endOf(period) - now)),
      recall: given !== undefined && given.account.committed > given.account.quota,
    };
  }

  private async setAlarm(now: number): Promise<void> {
    if (!this.alarmSet) await this.ringBy(Infinity, now);
  }

  /** Sets the alarm for `latest`, the next hour, or the closing of a month: whichever is first. */
  private async ringBy(latest: number, now: number): Promise<void> {
    this.alarmSet = true;
    const closing = endOf(periodOf(now - SETTLING_MS)) + SETTLING_MS;
    const hour = Math.ceil((now + 1) / ROLLUP_EVERY_MS) * ROLLUP_EVERY_MS;
    await this.ctx.storage.setAlarm(Math.min(hour, closing, latest));
  }
}
