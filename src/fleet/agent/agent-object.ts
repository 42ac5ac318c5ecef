import { DurableObject } from "cloudflare:workers";
import type { Doer } from "../../access/principal.ts";
import type { HeldCertificate } from "../../certificates/slots.ts";
import type { IssuedCertificate } from "../../certificates/issuer.ts";
import type { NormalisedEvent } from "../../events/event.ts";
import { recentEvents, type RecentEvents, storeEvent, storeOwnEvent } from "../../events/outbox.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { database } from "../../platform/index.ts";
import type { KeyOwner } from "../agent-store.ts";
import { staleAfter } from "../effective-state.ts";
import { pickOrders } from "../policies/orders.ts";
import { spreadInterval } from "../spread.ts";
import { spreadRefusal } from "../spread-refusal.ts";
import { admit, type AgentCall, refuseStranger } from "./admit.ts";
import { AlarmClock } from "./alarm-clock.ts";
import { Bucket, CHECK_IN_RATE, EVENT_RATE } from "./bucket.ts";
import { bury } from "./bury.ts";
import { count } from "./count.ts";
import { Courier } from "./courier.ts";
import { DEBT_MS, owe, settleDebt } from "./debt.ts";
import { Grave } from "./grave.ts";
import { refuseRate } from "./limits.ts";
import { type Enrolled, type EnrolOrder, newRecord, showEnrolled } from "./new-record.ts";
import { noticeSilence, ringAt } from "./notice-silence.ts";
import { resolvedBy, revokedBy } from "./operator-word.ts";
import { Outbox, RETRY_MS } from "./outbox.ts";
import { tellingOf } from "./project.ts";
import type { AgentRecord, Profile, Tombstone } from "./record.ts";
import { RecordStore } from "./record-store.ts";
import {
  forgetRotation,
  keepRotation,
  openRotation,
  type RotationAsked,
  type RotationBegun,
} from "./rotation.ts";
import { eventOf } from "./stamp.ts";
import { returnEvent, silenceEvent } from "./state-event.ts";
import { type CheckedIn, type CheckInOrder, takeReport } from "./take-report.ts";
import { tell, type Told } from "./told.ts";
import { viewInDetail, viewOfConnection, type ViewOptions, viewOfSelf } from "./views.ts";

/** One agent: the only writer of its identity, its last state, its events and their ids. */
export class AgentObject extends DurableObject {
  private readonly store: RecordStore;
  private readonly outbox: Outbox;
  private readonly checkIns = new Bucket(CHECK_IN_RATE);
  private readonly events = new Bucket(EVENT_RATE);
  private readonly courier = new Courier();
  private readonly clock: AlarmClock;
  private record: AgentRecord | undefined;
  private readonly grave: Grave;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.store = new RecordStore(ctx.storage.sql);
    this.clock = new AlarmClock(ctx.storage);
    this.outbox = new Outbox(ctx.storage.sql, env.EVENTS);
    const { record, tombstone } = this.store.read();
    this.record = record;
    this.grave = new Grave(this.store, tombstone);
  }

  /** The same key gets what it got before; a tombstone or another key gets nothing. */
  enrol(order: EnrolOrder): Enrolled | Refusal {
    const ended = this.grave.refuse("");
    if (ended !== undefined) return ended;
    if (this.record === undefined) {
      this.keep(newRecord(order), ["identity", "slots", "profile", "pulse"]);
    }
    if (this.record === undefined) return refuseStranger();
    return showEnrolled(this.record, order.issued.keyFingerprint);
  }

  /** What a key has got by an enrolment whose answer was lost; null when there is no agent yet. */
  enrolled(keyFingerprint: string): Enrolled | Refusal | null {
    const ended = this.grave.refuse("");
    return ended ?? (this.record === undefined ? null : showEnrolled(this.record, keyFingerprint));
  }

  /** Ends an enrolment that has made no agent: from here on it makes none. False when it has. */
  async giveUp(unmade: KeyOwner, now: number): Promise<boolean> {
    if (this.record === undefined) await this.clock.by(this.grave.standFor(unmade, now));
    return this.record === undefined;
  }

  /** For routes of other folders: whether this certificate may be used at all, right now. */
  admit(call: AgentCall): Told<true> {
    return this.under(call, () => tell<true>(true));
  }

  /** JSON in and out, of CheckInOrder and Told<CheckedIn>: one text crosses cheaper than fields. */
  checkIn(order: string): string {
    return JSON.stringify(this.takeCheckIn(JSON.parse(order) as CheckInOrder));
  }

  private takeCheckIn({ call, report, all }: CheckInOrder): Told<CheckedIn> {
    return this.under(call, (record) => {
      const { agentId, policyId } = record.identity;
      const orders = pickOrders(all, record.profile.role, policyId);
      if (!this.checkIns.take(call.now)) return this.reject(record, call.now);
      const taken = takeReport(record, report, orders, call.now, call.lock);
      const { profile, pulse, listed, returned } = taken;
      const told = { ...record, profile, pulse };
      this.keep(told, listed ? ["pulse", "profile"] : ["pulse"]);
      if (returned) this.comeBack(record, told, call.now);
      const outcome = { ...orders, intervalS: spreadInterval(agentId, orders.intervalS) };
      return { outcome, telling: listed ? this.telling() : null };
    });
  }

  acceptEvent(
    call: AgentCall,
    event: NormalisedEvent,
    ingestId: string,
  ): Told<"stored" | "replayed"> {
    return this.under(call, (record) => {
      if (!this.events.take(call.now)) return this.reject(record, call.now);
      const arrived = eventOf(record, event, { ...call, ingestId });
      const outcome = storeEvent(this.ctx.storage.sql, arrived);
      if (outcome === "stored") {
        const pulse = { ...record.pulse, counts: count(record.pulse, "events", call.now) };
        this.keep({ ...record, pulse }, []);
        // In one stroke with the event: if the process dies now, the alarm carries it on.
        this.ctx.waitUntil(this.clock.within(RETRY_MS));
        this.ctx.waitUntil(this.flush());
      }
      const { agentId } = record.identity;
      return tell(spreadRefusal(outcome, agentId, record.profile.intervalS));
    });
  }

  beginRotation(call: AgentCall, asked: RotationAsked): Told<RotationBegun> {
    return this.under(call, (record) => {
      const begun = openRotation(record, asked, call.now);
      if (isRefusal(begun)) return tell<RotationBegun>(begun);
      const { profile, certificate } = begun;
      if (profile !== record.profile) this.keep({ ...record, profile }, ["profile"]);
      const { identity } = record;
      return tell({ identity, epoch: profile.epoch, begunAt: call.now, certificate });
    });
  }

  /** What began then has come to nothing. */
  cancelRotation(begunAt: number): void {
    if (this.record === undefined) return;
    const profile = forgetRotation(this.record.profile, begunAt);
    this.keep({ ...this.record, profile }, ["profile"]);
  }

  commitRotation(epoch: number, issued: IssuedCertificate, now: number): Told<HeldCertificate> {
    const kept = keepRotation(this.record, epoch, issued, now);
    if (isRefusal(kept)) return tell<HeldCertificate>(kept);
    if (kept.record === this.record) return tell(kept.certificate);
    this.keep(kept.record, ["slots", "profile"]);
    return { ...tell(kept.certificate), telling: this.telling() };
  }

  me(call: AgentCall, options: ViewOptions): Told<string> {
    return this.under(call, (record) => tell(JSON.stringify(viewOfSelf(record, options))));
  }

  /** JSON of the detail, with the connection beside it; null when there is no such agent. */
  detail(options: ViewOptions): { agent: string; connection: string } | null {
    if (this.record === undefined) return null;
    return {
      agent: JSON.stringify(viewInDetail(this.record, options)),
      connection: JSON.stringify(viewOfConnection(this.record, options.now)),
    };
  }

  recentEvents(limit: number, offset: number): RecentEvents {
    return recentEvents(this.ctx.storage.sql, limit, offset);
  }

  /** `call` is null when an operator does it. */
  deregister(call: AgentCall | null, now: number, by: Doer): Told<Tombstone> {
    const before = this.grave.answer(call);
    if (before !== undefined) return tell<Tombstone>(before);
    if (call === null) return this.end(this.record, now, by);
    return this.under(call, (record) => this.end(record, now, by));
  }

  revokedAtIssuer(): void {
    this.grave.revokedAtIssuer();
  }

  /** D1 has heard of the change of this number. */
  told(seq: number): void {
    if (this.record === undefined) return;
    const profile = settleDebt(this.record.profile, seq);
    if (profile !== this.record.profile) this.keep({ ...this.record, profile }, ["profile"]);
  }

  revoke(now: number, by: Doer): { telling: string; references: string[] } | null {
    if (this.record === undefined) return null;
    const { profile, slots } = this.record;
    this.keep({ ...this.record, profile: revokedBy(by, profile, now) }, ["profile"]);
    const references = [slots.current, slots.pending].flatMap((each) => each?.reference ?? []);
    return { telling: this.telling(), references };
  }

  resolveConflict(now: number, by: Doer): { telling: string } | null {
    if (this.record === undefined) return null;
    const { profile } = this.record;
    this.keep({ ...this.record, profile: resolvedBy(by, profile, now) }, ["profile"]);
    return { telling: this.telling() };
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    this.clock.rang();
    const again = await this.outbox.flush(now);
    if (this.grave.tombstone !== undefined) {
      const next = await this.grave.tend(this.courier, database(this.env), now, again);
      return next === undefined ? this.ctx.storage.deleteAll() : this.clock.set(next);
    }
    if (this.record === undefined) return;
    const { profile } = noticeSilence(this.record, now);
    if (profile !== undefined) this.fallSilent(this.record, profile, now);
    if (this.record?.profile.owed) await this.payD1();
    const later = this.record && ringAt(this.record, this.outbox.waiting, now);
    if (later !== undefined) await this.clock.set(later);
  }

  private under<T>(call: AgentCall, act: (record: AgentRecord) => Told<T>): Told<T> {
    const ended = this.grave.refuse(call.fingerprint);
    if (ended !== undefined) return tell<T>(ended);
    if (this.record === undefined) return tell<T>(refuseStranger());
    const { record, slotsChanged, refusal, audit } = admit(this.record, call);
    const material = slotsChanged || audit.length > 0;
    if (material) {
      const profile = owe(record.profile, call.now, audit);
      this.keep({ ...record, profile }, ["slots", "profile"]);
    }
    const told = refusal === undefined ? act(this.record) : tell<T>(refusal);
    const telling = told.telling ?? (material && this.record ? this.telling() : null);
    const owed = this.record?.profile.owed && this.courier.ready;
    if (telling === null && owed) this.ctx.waitUntil(this.payD1());
    return { ...told, telling };
  }

  private keep(record: AgentRecord, parts: (keyof AgentRecord)[]): void {
    this.record = record;
    for (const part of parts) this.store.write(part, record[part]);
  }

  /** For the Worker to pass on; the alarm is set in case it cannot. */
  private telling(): string {
    if (this.record === undefined) return "";
    this.ctx.waitUntil(this.clock.by(Date.now() + DEBT_MS));
    return JSON.stringify(tellingOf(this.record));
  }

  private reject<T>(record: AgentRecord, now: number): Told<T> {
    const pulse = { ...record.pulse, counts: count(record.pulse, "rejected", now) };
    this.keep({ ...record, pulse }, []);
    return tell<T>(refuseRate(record.identity.agentId, record.profile.intervalS));
  }

  private comeBack(before: AgentRecord, record: AgentRecord, now: number): void {
    storeOwnEvent(this.ctx.storage.sql, returnEvent(before, record, now));
    this.ctx.waitUntil(this.flush(now + staleAfter(record.profile.intervalS) + 1));
  }

  private fallSilent(before: AgentRecord, profile: Profile, now: number): void {
    storeOwnEvent(this.ctx.storage.sql, silenceEvent(before, profile, now));
    this.keep({ ...before, profile }, ["profile"]);
    this.ctx.waitUntil(this.flush());
  }

  private async payD1(): Promise<void> {
    if (this.record === undefined) return;
    const telling = tellingOf(this.record);
    if (await this.courier.tell(database(this.env), telling)) this.told(telling.row.seq);
  }

  private end(record: AgentRecord | undefined, now: number, by: Doer): Told<Tombstone> {
    if (record === undefined) return tell<Tombstone>(refuseStranger());
    const tombstone = bury(record, now, by);
    this.grave.bury(tombstone);
    this.record = undefined;
    this.ctx.waitUntil(this.clock.set(now));
    return tell(tombstone);
  }

  private async flush(watchAt?: number): Promise<void> {
    if (watchAt !== undefined) await this.clock.set(watchAt);
    const again = await this.outbox.flush(Date.now());
    if (again !== undefined) await this.clock.set(again);
  }
}
