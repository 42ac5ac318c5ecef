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

/** A background task that was cut off must not keep another one from starting. */
const REPORT_OVERDUE_MS = RENEW_AFTER_MS + KEYRING_TIMEOUT_MS;
/** Requests renew a lease themselves only if the background did not. */
const RENEW_OVERDUE_MS = RENEW_AFTER_MS + 1_000;

interface Flight {
  since: number;
  done: Promise<GrantedKeys | Refusal>;
}

/** The question that asks for no version in particular. */
const ANY = 0;

/** What one isolate may do with one tenant's keys, until when. */
export class TenantLease {
  readonly tenantId: string;
  private readonly usage = new Usage();
  private held: GrantedKeys | undefined;
  private hasKeys = false;
  private readonly flights = new Map<number, Flight>();
  /** How often `end` was called: the answer to a question from before is not used. */
  private endings = 0;
  private absentUntil = 0;
  private unknownUntil = 0;
  private reportingUntil = 0;

  constructor(tenantId: string) {
    this.tenantId = tenantId;
  }

  /** The lease, as long as it need not be renewed: then a call waits for nothing. */
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

  /** A lease that lists this version. If it does not, the keyring is asked: the version may be new. */
  async takeForVersion(desk: Desk, version: number): Promise<GrantedKeys | Refusal> {
    const held = await this.take(desk);
    if (isRefusal(held) || held.states.has(version)) return held;
    // Versions have no gaps, and the next one may just have been made.
    const isNext = version === held.states.size + 1;
    if (!isNext && desk.platform.now() < this.unknownUntil) return held;
    const anew = await this.askAndWait(desk, version);
    if (!isRefusal(anew) && !anew.states.has(version)) {
      this.unknownUntil = desk.platform.now() + ABSENT_MS;
    }
    return anew;
  }

  /** The key of a version that the lease allows; an old one may have to be fetched first. */
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
    const late = desk.wait(KEYRING_TIMEOUT_MS).then(keysUnavailable);
    // Good for those who waited for it, even if the lease was ended meanwhile.
    const held = await Promise.race([this.renew(desk, wanted), late]);
    if (isRefusal(held)) return held;
    return desk.platform.now() < held.endsAt ? held : keysUnavailable();
  }

  /** All who want the same version at the same time share one question. */
  private renew(desk: Desk, wanted = ANY): Promise<GrantedKeys | Refusal> {
    const since = desk.platform.now();
    const flight = this.flights.get(wanted);
    if (flight !== undefined && since < flight.since + KEYRING_TIMEOUT_MS) return flight.done;
    const done = this.ask(desk, wanted).finally(() => {
      if (this.flights.get(wanted)?.done === done) this.flights.delete(wanted);
    });
    this.flights.set(wanted, { since, done });
    // Others may wait for the answer even if the request that asked is cut off.
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

  /** Only before its first grant, so that what is warm reads nothing. */
  private async isNobodys({ env }: Desk): Promise<boolean> {
    return !this.hasKeys && !(await mayHaveKeyring(database(env), this.tenantId));
  }

  private hold(desk: Desk, grant: Grant, askedAt: number): GrantedKeys | Refusal {
    const roots = readRoots(desk.env);
    if (roots === null) return keysUnavailable();
    this.hasKeys = true;
    const endsAt = askedAt + LEASE_MS - LEASE_MARGIN_MS;
    const granted = new GrantedKeys(this.tenantId, grant, { askedAt, endsAt }, roots, this.held);
    // Answers can overtake each other: the one to the latest question is kept.
    if (this.held === undefined || endsAt >= this.held.endsAt) this.held = granted;
    return granted;
  }

  private async reportLater(desk: Desk): Promise<void> {
    await desk.wait(RENEW_AFTER_MS);
    this.reportingUntil = 0;
    if (this.usage.waiting) await this.renew(desk);
  }
}
