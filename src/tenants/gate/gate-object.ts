import { DurableObject } from "cloudflare:workers";
import { HOUR_MS, AlarmClock } from "../../platform/index.ts";
import { changeQuota } from "./change-quota.ts";
import { forgetReports } from "./forget-reports.ts";
import { forgetUses } from "./forget-uses.ts";
import tables from "./gate-tables.sql.txt";
import { HourStore, type UsageRow } from "./hour-store.ts";
import { KeySpending } from "./key-spending.ts";
import { KnownTerms } from "./known-terms.ts";
import { lastUses } from "./last-uses.ts";
import { LeaseStore } from "./lease-store.ts";
import { LEASE_TTL_MS, SETTLING_MS } from "./lease.ts";
import type { LeaseAnswer, LeaseRequest, LeaseTerms } from "./lease.ts";
import { OutboxStore } from "./outbox-store.ts";
import { endOf, periodOf, startOf, type Period } from "./period.ts";
import { PeriodStore, type PeriodRow } from "./period-store.ts";
import type { QuotaBook } from "./quota-book.ts";
import { saveReport } from "./save-report.ts";
import { sendRollups } from "./send-rollups.ts";
import { tellThresholds } from "./tell-thresholds.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      TENANT_GATE: DurableObjectNamespace<TenantGate>;
    }
  }
}

const ROLLUP_EVERY_MS = HOUR_MS;
/** How soon the alarm rings again if lines that are too old are left. */
const FORGET_AGAIN_MS = 10_000;

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
  private readonly sql: SqlStorage;
  private readonly leases: LeaseStore;
  private readonly periods: PeriodStore;
  private readonly hours: HourStore;
  private readonly outbox: OutboxStore;
  private readonly terms: KnownTerms;
  private readonly spending: KeySpending;
  private readonly alarmClock: AlarmClock;
  private book: { period: Period; account: QuotaBook } | undefined;
  /** Replaced by tests, to change the month. */
  clock = (): number => Date.now();

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.sql = ctx.storage.sql;
    this.sql.exec(tables);
    this.leases = new LeaseStore(this.sql);
    this.periods = new PeriodStore(this.sql);
    this.hours = new HourStore(this.sql);
    this.outbox = new OutboxStore(this.sql);
    this.terms = new KnownTerms(ctx.id.name ?? "");
    this.spending = new KeySpending(this.sql);
    this.alarmClock = new AlarmClock(ctx.storage);
  }

  /** Does nothing: an object is made near its first caller, or where that call asks for it to be. */
  place(): void {}

  /** An isolate reports what it spent and takes what it needs. */
  async lease(request: LeaseRequest): Promise<LeaseAnswer> {
    const { terms, now, period } = await this.readTerms();
    if (request.period !== null && request.period !== period) {
      this.takeLateReport(request, request.period, now);
      return this.answer(request, terms, period, now);
    }
    // Unknown tenants leave no row, because anybody can make up ids without end.
    if (terms.status === "unknown") return this.answer(request, terms, period, now);
    if (request.period === null && this.leases.wasOvertaken(period, request)) {
      return this.answer(request, terms, period, now);
    }
    const account = this.account(period, terms.quota);
    this.leases.bringBack(account, period, request.leaseId);
    const { lease, grant, deltas } = account.renew(request, now);
    for (const lost of account.expire(now)) this.leases.save(period, lost);
    this.leases.save(period, lease);
    saveReport(this.sql, request, deltas, { period, at: now, late: false });
    this.spending.add(period, deltas);
    this.tellThresholds(period, account, now);
    await this.ringBy(Infinity, now);
    return this.answer(request, terms, period, now, { account, grant });
  }

  /** D1 has changed: the next answer to any isolate carries the new terms. */
  async refresh(quotaBefore?: number): Promise<void> {
    this.terms.forget();
    const { terms, now, period } = await this.readTerms();
    const { quota } = terms;
    if (quotaBefore !== undefined) this.periods.noteQuota(period, quota, quotaBefore);
    if (this.periods.find(period) === undefined) return;
    // Thresholds are told by the new quota before anybody calls again.
    this.tellThresholds(period, this.account(period, quota), now);
  }

  usage(period: Period): UsageReport {
    const row = this.periods.find(period) ?? null;
    const account = row?.closed_at === null ? this.account(period, row.quota) : undefined;
    account?.expire(this.clock());
    return {
      period: row,
      rows: this.hours.of(period),
      used: account?.used ?? row?.used ?? 0,
      lost: account?.lostUnits() ?? row?.lost ?? 0,
      quota: row?.quota ?? this.periods.quotaOf(period) ?? null,
      lastUses: lastUses(this.sql),
    };
  }

  /**
   * Forgets, for an erased tenant, when its keys were last used and what was not sent yet; billed
   * months stay. Gives how many last uses went.
   */
  forgetUses(): number {
    return forgetUses(this.sql);
  }

  override async alarm(): Promise<void> {
    const now = this.clock();
    this.alarmClock.rang();
    this.closePast(now);
    // The next question opens the book anew, without the leases that are silent by then.
    this.book = undefined;
    const isMore = forgetReports(this.sql, now);
    const unsent = await this.sendRollups();
    const again = unsent ?? (isMore ? FORGET_AGAIN_MS : undefined);
    await this.ringBy(now + (again ?? Infinity), now);
  }

  /** The terms, and the time after they were read: the month may end while D1 is read. */
  private async readTerms(): Promise<{ terms: LeaseTerms; now: number; period: Period }> {
    const periodBefore = periodOf(this.clock());
    const terms = await this.terms.read(this.env, this.clock());
    const now = this.clock();
    const period = periodOf(now);
    return period === periodBefore ? { terms, now, period } : this.readTerms();
  }

  private account(period: Period, quota: number): QuotaBook {
    if (this.book?.period !== period) {
      const before = this.periods.open(period, quota);
      this.book = { period, account: this.leases.open(period, before, this.clock()) };
    }
    const { account } = this.book;
    if (account.quota !== quota) changeQuota(this.periods, period, account, quota);
    return account;
  }

  /**
   * Takes a report of a past month. Once the month is closed, the ledger gets the report but no total
   * changes.
   */
  private takeLateReport(request: LeaseRequest, period: Period, now: number): void {
    const row = this.periods.find(period);
    if (row === undefined) return;
    const account = this.account(period, row.quota);
    this.leases.bringBack(account, period, request.leaseId);
    const late = row.closed_at !== null;
    // If the lease is forgotten by now, nobody knows how much of it was counted.
    if (late && !account.leases.has(request.leaseId)) return;
    const { lease, deltas } = account.renew({ ...request, wants: 0 }, now);
    // The clock may have been set back to before the month.
    const at = Math.max(startOf(period), Math.min(now, endOf(period) - 1));
    this.leases.save(period, lease);
    saveReport(this.sql, request, deltas, { period, at, late });
    if (!late) this.spending.add(period, deltas);
    if (!late) this.tellThresholds(period, account, now);
  }

  private closePast(now: number): void {
    for (const period of this.periods.stillOpen(periodOf(now))) {
      if (now < endOf(period) + SETTLING_MS) continue;
      const account = this.account(period, this.periods.find(period)?.quota ?? 0);
      account.expire(Number.MAX_SAFE_INTEGER);
      this.periods.close(period, account.used, account.lostUnits(), now);
      // Reports of the months before are hardly to be expected any more.
      this.leases.forgetBefore(period);
    }
  }

  private tellThresholds(period: Period, account: QuotaBook, now: number): void {
    const { periods, outbox } = this;
    if (tellThresholds({ periods, outbox }, this.ctx.id.name, period, account, now)) {
      this.ctx.waitUntil(this.sendNow(now));
    }
  }

  private async sendNow(now: number): Promise<void> {
    const again = await this.sendRollups();
    if (again !== undefined) await this.ringBy(now + again, now);
  }

  private sendRollups(): Promise<number | undefined> {
    const { hours, outbox } = this;
    return sendRollups(this.env, { hours, outbox }, this.ctx.id.name ?? "");
  }

  private answer(
    request: LeaseRequest,
    terms: LeaseTerms,
    period: Period,
    now: number,
    granted?: { account: QuotaBook; grant: number },
  ): LeaseAnswer {
    return {
      epoch: this.terms.epoch,
      terms: request.epoch === this.terms.epoch ? null : terms,
      period,
      granted: granted?.grant ?? 0,
      remaining: granted?.account.remaining ?? 0,
      ttlMs: Math.max(1, Math.min(LEASE_TTL_MS, endOf(period) - now)),
      recall: granted !== undefined && granted.account.committed > granted.account.quota,
      spent: this.spending.ofCapped(period, terms.keys),
    };
  }

  /** Rings the alarm at `latest`, the next hour, or the closing of a month, whichever is first. */
  private ringBy(latest: number, now: number): Promise<void> {
    const closing = endOf(periodOf(now - SETTLING_MS)) + SETTLING_MS;
    const hour = Math.ceil((now + 1) / ROLLUP_EVERY_MS) * ROLLUP_EVERY_MS;
    return this.alarmClock.by(Math.min(hour, closing, latest), now);
  }
}
