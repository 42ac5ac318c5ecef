import { isRefusal, type Refusal } from "../../http/index.ts";
import type { Desk } from "../desk.ts";
import { database } from "../../platform/index.ts";
import { keysUnavailable, readRoots } from "../envelope/roots.ts";
import type { Grant } from "../keyring/record.ts";
import { keyNotProvisioned } from "../refusals.ts";
import { mayHaveKeyring } from "../store.ts";
import type { VersionKey } from "../suite/field.ts";
import { askKeyring } from "./ask-keyring.ts";
import { GrantedKeys } from "./granted-keys.ts";
import {
  ABSENT_MS,
  KEYRING_TIMEOUT_MS,
  LEASE_MARGIN_MS,
  LEASE_MS,
  RENEW_AFTER_MS,
} from "./terms.ts";
import { Usage, type Use } from "./usage.ts";

/** After this time a report may start again: the task of the one before was cut off. */
const REPORT_OVERDUE_MS = RENEW_AFTER_MS + KEYRING_TIMEOUT_MS;
/** After this time a request renews the lease itself: the background has not done it. */
const RENEW_OVERDUE_MS = RENEW_AFTER_MS + 1_000;

interface Flight {
  since: number;
  done: Promise<GrantedKeys | Refusal>;
}

/** Asks for no version in particular. */
const ANY = 0;

/** What one isolate may do with one tenant's keys, and until when. */
export class TenantLease {
  readonly tenantId: string;
  private readonly usage = new Usage();
  private held: GrantedKeys | undefined;
  private hasKeys = false;
  private readonly flights = new Map<number, Flight>();
  /** How often `end` was called. An answer to a question from before the last call is not used. */
  private endings = 0;
  private absentUntil = 0;
  private unknownUntil = 0;
  private reportingUntil = 0;

  constructor(tenantId: string) {
    this.tenantId = tenantId;
  }

  /** The lease, if it need not be renewed yet. */
  warm(now: number): GrantedKeys | undefined {
    const { held } = this;
    const end = held === undefined ? 0 : Math.min(held.endsAt, held.takenAt + RENEW_OVERDUE_MS);
    return now < end ? held : undefined;
  }

  /** A lease that is good now. */
  async take(desk: Desk): Promise<GrantedKeys | Refusal> {
    const now = desk.platform.now();
    const warm = this.warm(now);
    if (warm !== undefined) return warm;
    const { held } = this;
    if (held !== undefined && now < held.endsAt) {
      void this.renew(desk);
      return held;
    }
    if (now < this.absentUntil) return keyNotProvisioned();
    return this.askAndWait(desk);
  }

  /** A lease for this version. If it does not list it, the keyring is asked: the version may be new. */
  async takeForVersion(desk: Desk, version: number): Promise<GrantedKeys | Refusal> {
    const held = await this.take(desk);
    if (isRefusal(held) || held.states.has(version)) return held;
    // Versions have no gaps: the next number may just have been made, so it is always asked for.
    const isNext = version === held.states.size + 1;
    if (!isNext && desk.platform.now() < this.unknownUntil) return held;
    const anew = await this.askAndWait(desk, version);
    if (!isRefusal(anew) && !anew.states.has(version)) {
      this.unknownUntil = desk.platform.now() + ABSENT_MS;
    }
    return anew;
  }

  /** The key of a version that the lease allows. That of an old version may have to be fetched. */
  async key(desk: Desk, held: GrantedKeys, version: number): Promise<VersionKey | Refusal> {
    const known = held.loaded(version);
    if (known !== undefined) return known;
    if (held.carries(version)) return held.load(desk, version);
    const anew = await this.askAndWait(desk, version);
    return isRefusal(anew) ? anew : anew.load(desk, version);
  }

  count(desk: Desk, version: number, use: Use, times = 1): void {
    this.usage.add(version, use, times);
    const now = desk.platform.now();
    if (now < this.reportingUntil) return;
    this.reportingUntil = now + REPORT_OVERDUE_MS;
    desk.background(this.reportLater(desk));
  }

  /** Forgets the lease after a change. Answers to questions from before are not used. */
  end(): void {
    this.held = undefined;
    this.endings += 1;
    this.flights.clear();
    this.absentUntil = 0;
    this.unknownUntil = 0;
  }

  private async askAndWait(desk: Desk, wanted = ANY): Promise<GrantedKeys | Refusal> {
    const late = desk.platform.wait(KEYRING_TIMEOUT_MS).then(keysUnavailable);
    // The answer is good for those who waited for it, even if `end` was called meanwhile.
    const held = await Promise.race([this.renew(desk, wanted), late]);
    if (isRefusal(held)) return held;
    return desk.platform.now() < held.endsAt ? held : keysUnavailable();
  }

  /** Asks the keyring. All who want the same version at the same time share one question. */
  private renew(desk: Desk, wanted = ANY): Promise<GrantedKeys | Refusal> {
    const since = desk.platform.now();
    const flight = this.flights.get(wanted);
    if (flight !== undefined && since < flight.since + KEYRING_TIMEOUT_MS) return flight.done;
    const done = this.ask(desk, wanted).finally(() => {
      if (this.flights.get(wanted)?.done === done) this.flights.delete(wanted);
    });
    this.flights.set(wanted, { since, done });
    // In the background, because others wait for the answer even if this request is cut off.
    desk.background(done);
    return done;
  }

  private async ask(desk: Desk, wanted: number): Promise<GrantedKeys | Refusal> {
    const { endings } = this;
    const askedAt = desk.platform.now();
    const report = this.usage.report();
    const versions = this.held?.versions() ?? [];
    if (wanted !== ANY) versions.push(wanted);
    const grant = (await this.isNobodys(desk))
      ? null
      : await askKeyring(desk, this.tenantId, report, versions);
    if (grant === "unreachable") return keysUnavailable();
    this.usage.confirm(report);
    if (endings !== this.endings) return this.ask(desk, wanted);
    if (grant === null) {
      this.held = undefined;
      this.hasKeys = false;
      this.absentUntil = askedAt + ABSENT_MS;
      return keyNotProvisioned();
    }
    return this.hold(desk, grant, askedAt);
  }

  /** Whether no such tenant has a keyring. Read only before the first grant: later calls need no D1. */
  private async isNobodys({ env }: Desk): Promise<boolean> {
    return !this.hasKeys && !(await mayHaveKeyring(database(env), this.tenantId));
  }

  private hold(desk: Desk, grant: Grant, askedAt: number): GrantedKeys | Refusal {
    const roots = readRoots(desk.env);
    if (roots === null) return keysUnavailable();
    this.hasKeys = true;
    const endsAt = askedAt + LEASE_MS - LEASE_MARGIN_MS;
    const granted = new GrantedKeys(this.tenantId, grant, { askedAt, endsAt }, roots, this.held);
    // Answers can overtake each other: that of the latest question stays.
    if (this.held === undefined || endsAt >= this.held.endsAt) this.held = granted;
    return granted;
  }

  private async reportLater(desk: Desk): Promise<void> {
    await desk.platform.wait(RENEW_AFTER_MS);
    this.reportingUntil = 0;
    if (this.usage.waiting) await this.renew(desk);
  }
}
