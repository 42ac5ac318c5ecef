import { DurableObject } from "cloudflare:workers";
import { storeOwnEvent } from "../../events/outbox.ts";
import { AlarmClock, database } from "../../platform/index.ts";
import { SEND_BY_ALARM_MS, confirmChange } from "./changes-for-d1.ts";
import { d1UpdateOf } from "./d1-row.ts";
import { D1Sender } from "./d1-sender.ts";
import { EndedAgent } from "./ended-agent.ts";
import { noticeSilence, nextAlarmAt } from "./notice-silence.ts";
import { Outbox } from "./outbox.ts";
import type { AgentRecord, Profile } from "./record.ts";
import { RecordStore } from "./record-store.ts";
import { revokeReplaced } from "./revoke-replaced.ts";
import { silenceEvent } from "./state-event.ts";

/** What an object has of its agent, and what it does when its alarm rings, without being called. */
export abstract class KeptAgent extends DurableObject {
  protected readonly store: RecordStore;
  protected readonly outbox: Outbox;
  protected readonly sender = new D1Sender();
  protected readonly alarmClock: AlarmClock;
  protected record: AgentRecord | undefined;
  protected readonly ended: EndedAgent;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.store = new RecordStore(ctx.storage.sql);
    this.alarmClock = new AlarmClock(ctx.storage);
    this.outbox = new Outbox(ctx.storage.sql, env.EVENTS);
    const { record, tombstone } = this.store.read();
    this.record = record;
    this.ended = new EndedAgent(this.store, tombstone);
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    this.alarmClock.rang();
    if (this.store.isKept) await this.outbox.flush(now);
    if (this.ended.tombstone !== undefined) {
      const next = await this.ended.finish(this.sender, this.env, this.outbox, now);
      return next === undefined ? this.ctx.storage.deleteAll() : this.alarmClock.set(next);
    }
    if (this.record === undefined) return;
    const { profile } = noticeSilence(this.record, now);
    if (profile !== undefined) this.fallSilent(this.record, profile, now);
    if (this.record?.profile.owed) await this.sendToD1();
    const slots = await revokeReplaced(this.env, () => this.record, now);
    if (this.record && slots) this.keep({ ...this.record, slots }, ["slots"]);
    // Counts that came meanwhile are kept too: this alarm replaces theirs.
    if (this.record && this.store.lacksPulseOf(this.record)) this.keep(this.record, ["pulse"]);
    const later = this.record && nextAlarmAt(this.record, this.outbox.waiting, now);
    if (later !== undefined) await this.alarmClock.set(later);
  }

  /** Notes that D1 has the change of this number. */
  updateWritten(seq: number): void {
    if (this.record === undefined) return;
    const profile = confirmChange(this.record.profile, seq);
    if (profile !== this.record.profile) this.keep({ ...this.record, profile }, ["profile"]);
  }

  protected keep(record: AgentRecord, parts: (keyof AgentRecord)[]): void {
    this.record = record;
    for (const part of parts) this.store.write(part, record[part]);
  }

  /** The update for D1 as JSON. If the Worker fails to write it, the alarm does so later. */
  protected updateForD1(): string {
    if (this.record === undefined) return "";
    this.ctx.waitUntil(this.alarmClock.by(Date.now() + SEND_BY_ALARM_MS));
    return JSON.stringify(d1UpdateOf(this.record));
  }

  protected async sendToD1(): Promise<void> {
    if (this.record === undefined) return;
    const update = d1UpdateOf(this.record);
    const isSent = await this.sender.sendUpdate(database(this.env), update);
    if (isSent) this.updateWritten(update.row.seq);
  }

  protected async flush(watchAt?: number): Promise<void> {
    if (watchAt !== undefined) await this.alarmClock.set(watchAt);
    const again = await this.outbox.flush(Date.now());
    if (again !== undefined) await this.alarmClock.set(again);
  }

  private fallSilent(before: AgentRecord, profile: Profile, now: number): void {
    storeOwnEvent(this.ctx.storage.sql, silenceEvent(before, profile, now));
    this.keep({ ...before, profile }, ["profile"]);
    this.ctx.waitUntil(this.flush());
  }
}
