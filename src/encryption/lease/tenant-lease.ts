import { isRefusal, type Refusal } from "../../http/index.ts";
import type { KeyAccess } from "../key-access.ts";
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
  MOST_NEW,
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
  private granted: GrantedKeys | undefined;
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
    const { granted: held } = this;
    const end = held === undefined ? 0 : Math.min(held.endsAt, held.takenAt + RENEW_OVERDUE_MS);
    return now < end ? held : undefined;
  }

  /** A lease that is good now. */
  async take(access: KeyAccess): Promise<GrantedKeys | Refusal> {
    const now = access.platform.now();
    const warm = this.warm(now);
    if (warm !== undefined) return warm;
    const { granted: held } = this;
    if (held !== undefined && now < held.endsAt) {
      void this.renew(access);
      return held;
    }
    if (now < this.absentUntil) return keyNotProvisioned();
    return this.askAndWait(access);
  }

  /** A lease for this version. If it does not list it, the keyring is asked: the version may be new. */
  async takeForVersion(access: KeyAccess, version: number): Promise<GrantedKeys | Refusal> {
    const granted = await this.take(access);
    if (isRefusal(granted) || granted.states.has(version)) return granted;
    // Versions have no gaps: the next numbers may just have been made, so they are always asked for.
    const mayBeNew = version <= granted.states.size + MOST_NEW;
    if (!mayBeNew && access.platform.now() < this.unknownUntil) return granted;
    const anew = await this.askAndWait(access, version);
    if (!isRefusal(anew) && !anew.states.has(version)) {
      this.unknownUntil = access.platform.now() + ABSENT_MS;
    }
    return anew;
  }

  /** The key of a version that the lease allows. That of an old version may have to be fetched. */
  async key(
    access: KeyAccess,
    granted: GrantedKeys,
    version: number,
  ): Promise<VersionKey | Refusal> {
    const known = granted.loaded(version);
    if (known !== undefined) return known;
    if (granted.carries(version)) return granted.load(access, version);
    const anew = await this.askAndWait(access, version);
    return isRefusal(anew) ? anew : anew.load(access, version);
  }

  count(access: KeyAccess, version: number, use: Use, times = 1): void {
    this.usage.add(version, use, times);
    const now = access.platform.now();
    if (now < this.reportingUntil) return;
    this.reportingUntil = now + REPORT_OVERDUE_MS;
    // What is not reported then goes with the next question.
    access.outlive(this.reportLater(access).catch(() => {}));
  }

  /** Forgets the lease after a change. Answers to questions from before are not used. */
  end(): void {
    this.granted = undefined;
    this.endings += 1;
    this.flights.clear();
    this.absentUntil = 0;
    this.unknownUntil = 0;
  }

  private async askAndWait(access: KeyAccess, wanted = ANY): Promise<GrantedKeys | Refusal> {
    const late = access.wait(KEYRING_TIMEOUT_MS).then(keysUnavailable);
    // The answer is good for those who waited for it, even if `end` was called meanwhile.
    const granted = await Promise.race([this.renew(access, wanted), late]);
    if (isRefusal(granted)) return granted;
    return access.platform.now() < granted.endsAt ? granted : keysUnavailable();
  }

  /** Asks the keyring. All who want the same version at the same time share one question. */
  private renew(access: KeyAccess, wanted = ANY): Promise<GrantedKeys | Refusal> {
    const since = access.platform.now();
    const flight = this.flights.get(wanted);
    if (flight !== undefined && since < flight.since + KEYRING_TIMEOUT_MS) return flight.done;
    const done = this.ask(access, wanted).finally(() => {
      if (this.flights.get(wanted)?.done === done) this.flights.delete(wanted);
    });
    this.flights.set(wanted, { since, done });
    // In the background, because others wait for the answer even if this request is cut off.
    access.outlive(done);
    return done;
  }

  private async ask(access: KeyAccess, wanted: number): Promise<GrantedKeys | Refusal> {
    const { endings } = this;
    const askedAt = access.platform.now();
    const report = this.usage.report();
    const versions = this.granted?.versions() ?? [];
    if (wanted !== ANY) versions.push(wanted);
    const grant = (await this.hasNoKeyring(access))
      ? null
      : await askKeyring(access, this.tenantId, report, versions);
    if (grant === "unreachable") return keysUnavailable();
    this.usage.confirm(report);
    if (endings !== this.endings) return this.ask(access, wanted);
    if (grant === null) {
      this.granted = undefined;
      this.hasKeys = false;
      this.absentUntil = askedAt + ABSENT_MS;
      return keyNotProvisioned();
    }
    return this.hold(access, grant, askedAt);
  }

  /** Whether no such tenant has a keyring. Read only before the first grant: later calls need no D1. */
  private async hasNoKeyring({ env }: KeyAccess): Promise<boolean> {
    return !this.hasKeys && !(await mayHaveKeyring(database(env), this.tenantId));
  }

  private hold(access: KeyAccess, grant: Grant, askedAt: number): GrantedKeys | Refusal {
    const roots = readRoots(access.env);
    if (roots === null) return keysUnavailable();
    this.hasKeys = true;
    const endsAt = askedAt + LEASE_MS - LEASE_MARGIN_MS;
    const granted = new GrantedKeys(this.tenantId, grant, { askedAt, endsAt }, roots, this.granted);
    // Answers can overtake each other: that of the latest question stays.
    if (this.granted === undefined || endsAt >= this.granted.endsAt) this.granted = granted;
    return granted;
  }

  private async reportLater(access: KeyAccess): Promise<void> {
    await access.platform.wait(RENEW_AFTER_MS);
    this.reportingUntil = 0;
    if (this.usage.waiting) await this.renew(access);
  }
}
