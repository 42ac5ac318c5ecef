import type { Doer } from "../../access/principal.ts";
import { refuseStranger } from "../../certificates/admit-certificate.ts";
import type { HeldCertificate } from "../../certificates/slots.ts";
import type { IssuedCertificate } from "../../certificates/issuer.ts";
import type { NormalisedEvent } from "../../events/event.ts";
import { type RecentEvents, storeEvent, storeOwnEvent } from "../../events/outbox.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { emptyObject } from "../../platform/index.ts";
import { wasEndedBy, type BulkAction, type BulkOutcome } from "../bulk/actions.ts";
import { staleAfter } from "../effective-state.ts";
import { pickPolicy } from "../policies/pick-policy.ts";
import { spreadInterval } from "../spread.ts";
import { spreadRefusal } from "../spread-refusal.ts";
import { admit, type AgentCall } from "./admit.ts";
import { Bucket, CHECK_IN_RATE, EVENT_RATE, ROTATION_RATE } from "./bucket.ts";
import { heldReferences, referencesLeft, tombstoneOf } from "./tombstone.ts";
import { addCount } from "./count.ts";
import { noteChange } from "./changes-for-d1.ts";
import { refuseRate } from "./limits.ts";
import { type Enrolled, type EnrolOrder, newRecord, showEnrolled } from "./new-record.ts";
import { resolveProfile, revokeProfile } from "./operator-changes.ts";
import { RETRY_MS } from "./outbox.ts";
import { KeptAgent } from "./kept-agent.ts";
import type { AgentRecord, AgentRef, Tombstone } from "./record.ts";
import type { RotationRequest, BegunRotation } from "./rotation.ts";
import { forgetRotation, keepRotation, openRotation } from "./rotation.ts";
import { eventOf } from "./stamp.ts";
import { returnEvent } from "./state-event.ts";
import { type CheckedIn, type CheckInOrder, pickRole, takeReport } from "./take-report.ts";
import { answer, type Answer } from "./answer.ts";
import { viewsOf } from "./view-in-detail.ts";
import { viewOfSelf } from "./view-of-self.ts";
import type { ViewOptions } from "./views.ts";

/** One agent: the only writer of its identity, its last state, its events and their ids. */
export class AgentObject extends KeptAgent {
  private readonly checkIns = new Bucket(CHECK_IN_RATE);
  private readonly events = new Bucket(EVENT_RATE);
  private readonly rotations = new Bucket(ROTATION_RATE);

  /**
   * Enrols the agent. The same key gets what it got before; another key, or an ended agent, is
   * refused.
   */
  enrol(order: EnrolOrder): Enrolled | Refusal {
    const refused = this.ended.refuse("");
    if (refused !== undefined) return refused;
    const record = this.record ?? newRecord(order);
    if (this.record === undefined) this.keep(record, ["identity", "slots", "profile", "pulse"]);
    return showEnrolled(record, order.issued.keyFingerprint);
  }

  /** What a key got by an enrolment whose answer was lost; null if there is no agent yet. */
  enrolled(keyFingerprint: string): Enrolled | Refusal | null {
    const refused = this.ended.refuse("");
    if (refused !== undefined || this.record === undefined) return refused ?? null;
    return showEnrolled(this.record, keyFingerprint);
  }

  /** Ends an enrolment that has not made its agent; false if the agent exists. */
  async giveUp(unmade: AgentRef, now: number): Promise<boolean> {
    if (this.record === undefined) await this.alarmClock.by(this.ended.endUnmade(unmade, now));
    return this.record === undefined;
  }

  /**
   * Checks only whether the certificate may be used now, for routes that need nothing else of this
   * object.
   */
  admit(call: AgentCall): Answer<true> {
    return this.ifAdmitted(call, () => answer<true>(true));
  }

  /**
   * Takes and gives JSON (CheckInOrder, Answer<CheckedIn>): one text is cheaper to pass than many
   * fields.
   */
  checkIn(order: string): string {
    return JSON.stringify(this.takeCheckIn(JSON.parse(order) as CheckInOrder));
  }

  private takeCheckIn({ call, report, policies }: CheckInOrder): Answer<CheckedIn> {
    return this.ifAdmitted(call, (record) => {
      const { agentId, policyId } = record.identity;
      const policy = pickPolicy(policies, pickRole(record, report), policyId);
      if (!this.checkIns.take(call.now)) return this.reject(record, call.now);
      const taken = takeReport(record, report, policy, call.now, call.lock);
      const { profile, pulse, listed, returned } = taken;
      const after = { ...record, profile, pulse };
      this.keep(after, profile === record.profile ? ["pulse"] : ["pulse", "profile"]);
      if (returned) this.comeBack(record, after, call.now);
      const outcome = { ...policy, intervalS: spreadInterval(agentId, policy.intervalS) };
      return { outcome, update: listed ? this.updateForD1() : null };
    });
  }

  acceptEvent(
    call: AgentCall,
    event: NormalisedEvent,
    ingestId: string,
  ): Answer<"stored" | "replayed"> {
    return this.ifAdmitted(call, (record) => {
      if (!this.events.take(call.now)) return this.reject(record, call.now);
      const arrived = eventOf(record, event, { ...call, ingestId });
      const outcome = storeEvent(this.ctx.storage.sql, arrived);
      if (outcome === "stored") {
        this.keep(addCount(record, "events", call.now), []);
        // The alarm is set in the same write as the event, so that it sends the event if the process
        // dies now.
        this.ctx.waitUntil(this.alarmClock.within(RETRY_MS));
        this.ctx.waitUntil(this.flush());
      }
      return answer(spreadRefusal(outcome, record.identity.agentId));
    });
  }

  beginRotation(call: AgentCall, request: RotationRequest): Answer<BegunRotation> {
    return this.ifAdmitted({ ...call, nextKey: request.keyFingerprint }, (record) => {
      const begun = openRotation(record, request, call.now, this.rotations);
      if (isRefusal(begun)) return answer<BegunRotation>(begun);
      const { profile, certificate } = begun;
      if (profile !== record.profile) this.keep({ ...record, profile }, ["profile"]);
      const { identity } = record;
      return answer({ identity, epoch: profile.epoch, begunAt: call.now, certificate });
    });
  }

  /** Takes back the rotation that began then, because it failed. */
  cancelRotation(begunAt: number): void {
    if (this.record === undefined) return;
    const profile = forgetRotation(this.record.profile, begunAt);
    this.keep({ ...this.record, profile }, ["profile"]);
  }

  commitRotation(epoch: number, issued: IssuedCertificate, now: number): Answer<HeldCertificate> {
    const kept = keepRotation(this.record, epoch, issued, now);
    if (isRefusal(kept)) return answer<HeldCertificate>(kept);
    if (kept.record === this.record) return answer(kept.certificate);
    this.keep(kept.record, ["slots", "profile"]);
    return { ...answer(kept.certificate), update: this.updateForD1() };
  }

  me(call: AgentCall, options: ViewOptions): Answer<string> {
    return this.ifAdmitted(call, (record) => answer(JSON.stringify(viewOfSelf(record, options))));
  }

  /** The detail and the connection as JSON; null if there is no such agent. */
  detail(options: ViewOptions): { agent: string; connection: string } | null {
    return this.record === undefined ? null : viewsOf(this.record, options);
  }

  recentEvents(limit: number, offset: number): RecentEvents {
    return this.outbox.recent(limit, offset);
  }

  /** Ends the agent. `call` is null if an operator does it. */
  deregister(call: AgentCall | null, now: number, by: Doer): Answer<Tombstone> {
    const firstAnswer = this.ended.answerAgain(call);
    if (firstAnswer !== undefined) return answer<Tombstone>(firstAnswer);
    if (call === null) return this.end(this.record, now, by);
    return this.ifAdmitted(call, (record) => this.end(record, now, by));
  }

  revokedAtIssuer(): void {
    this.ended.revokedAtIssuer();
  }

  revoke(now: number, by: Doer): { update: string } | null {
    if (this.record === undefined) return null;
    const { profile, slots } = this.record;
    this.keep({ ...this.record, profile: revokeProfile(by, profile, now) }, ["profile"]);
    const update = this.updateForD1();
    if (heldReferences(slots).length > 0) this.ctx.waitUntil(this.alarmClock.by(Date.now()));
    return { update };
  }

  resolveConflict(now: number, by: Doer): { update: string } | null {
    if (this.record === undefined) return null;
    const { profile } = this.record;
    this.keep({ ...this.record, profile: resolveProfile(by, profile, now) }, ["profile"]);
    return { update: this.updateForD1() };
  }

  /**
   * Does to the agent what was ordered for many, and writes D1 itself: one call of the Worker could not
   * ask D1 for each of them.
   */
  async carryOut(action: BulkAction, now: number, by: Doer): Promise<BulkOutcome> {
    if (this.ended.tombstone !== undefined) return wasEndedBy(this.ended.tombstone, by);
    if (this.record === undefined) return "unknown";
    if (action === "deregister") this.end(this.record, now, by);
    else {
      if (action === "revoke") this.revoke(now, by);
      else this.resolveConflict(now, by);
      await this.sendToD1();
    }
    return "done";
  }

  /**
   * Deletes everything of the agent. Gives the certificates that its issuer must be told of; null if
   * there was no agent.
   */
  async erase(): Promise<string[] | null> {
    const left = referencesLeft(this.record, this.ended.tombstone);
    await emptyObject(this.ctx.storage, []);
    this.record = this.ended.tombstone = undefined;
    return left;
  }

  private ifAdmitted<T>(call: AgentCall, act: (record: AgentRecord) => Answer<T>): Answer<T> {
    const ended = this.ended.refuse(call.fingerprint);
    if (ended !== undefined) return answer<T>(ended);
    if (this.record === undefined) return answer<T>(refuseStranger());
    const { record, slotsChanged, refusal, audit } = admit(this.record, call);
    const material = slotsChanged || audit.length > 0;
    if (material) {
      const profile = noteChange(record.profile, call.now, audit);
      this.keep({ ...record, profile }, ["slots", "profile"]);
    }
    const result = refusal === undefined ? act(this.record) : answer<T>(refusal);
    const update = result.update ?? (material && this.record ? this.updateForD1() : null);
    const owed = this.record?.profile.owed && this.sender.ready;
    if (update === null && owed) this.ctx.waitUntil(this.sendToD1());
    return { ...result, update };
  }

  private reject<T>(record: AgentRecord, now: number): Answer<T> {
    this.keep(addCount(record, "rejected", now), []);
    this.ctx.waitUntil(this.alarmClock.within(RETRY_MS));
    return answer<T>(refuseRate(record.identity.agentId));
  }

  private comeBack(before: AgentRecord, record: AgentRecord, now: number): void {
    storeOwnEvent(this.ctx.storage.sql, returnEvent(before, record, now));
    this.ctx.waitUntil(this.flush(now + staleAfter(record.profile.intervalS) + 1));
  }

  private end(record: AgentRecord | undefined, now: number, by: Doer): Answer<Tombstone> {
    if (record === undefined) return answer<Tombstone>(refuseStranger());
    const tombstone = tombstoneOf(record, now, by);
    this.ended.keep(tombstone);
    this.record = undefined;
    this.ctx.waitUntil(this.alarmClock.set(now));
    return answer(tombstone);
  }
}
