import { DurableObject } from "cloudflare:workers";
import { failureOf, isRefusal, type Refusal } from "../../http/index.ts";
import { emptyObject, livePlatform, type LogLine } from "../../platform/index.ts";
import { refuseServing } from "../refuse-serving.ts";
import { openSecrets } from "../endpoints/seal-secret.ts";
import { signMessage } from "../sign/sign-message.ts";
import { signingPair } from "../sign/signing-pair.ts";
import { attemptDelivery, type Outcome } from "./attempt.ts";
import { ConfigStore, type EndpointConfig } from "./config-store.ts";
import { DeliveryLog } from "./delivery-log.ts";
import { AT_ONCE, DeliveryStore, type Delivery, type OutgoingEvent } from "./delivery-store.ts";
import { changePace, dueNow, nextDue, notePace, type DeliveryStores } from "./due.ts";
import { SwitchOffNotices } from "./switch-off-notices.ts";
import { HealthStore } from "./health-store.ts";
import { PaceStore } from "./pace-store.ts";
import { inactive, PING_WINDOW_MS, refusePing } from "./limit-pings.ts";
import { ReplayStore, type TimeSpan } from "./replay-store.ts";
import { nextAttemptAt, overdueBefore } from "./schedule.ts";
import { SWITCH_OFF_REASONS } from "./switch-off-reasons.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      WEBHOOK_ENDPOINT: DurableObjectNamespace<WebhookEndpoint>;
    }
  }
}

/** Rounds of sending in one alarm, so that a long queue needs fewer alarms. */
const MAX_ROUNDS = 25;
/** When secrets cannot be opened or something breaks, everything waits this long. */
const TROUBLE_DELAY_MS = 30_000;

/** How an endpoint's deliveries go. */
export interface EndpointCondition {
  waiting: number;
  nextAt: number | null;
  /** Failures in a row, and since when. 0: the last delivery succeeded. */
  failures: number;
  since: number;
  /** Since when the first of the waiting deliveries is due. */
  overdueSince: number | null;
}

/** One endpoint's deliveries on its own schedule: a dead endpoint delays nobody else. */
export class WebhookEndpoint extends DurableObject {
  /** Tests replace these three. */
  clock = (): number => Date.now();
  fetcher: typeof fetch = (input, init) => fetch(input, init);
  random = (): number => Math.random();
  private readonly config: ConfigStore;
  private readonly store: DeliveryStore;
  private readonly logged: DeliveryLog;
  private readonly health: HealthStore;
  private readonly pace: PaceStore;
  private readonly stores: DeliveryStores;
  private readonly replays: ReplayStore;
  private readonly notices: SwitchOffNotices;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.config = new ConfigStore(ctx.storage.sql);
    this.store = new DeliveryStore(ctx.storage.sql);
    this.logged = new DeliveryLog(ctx.storage.sql);
    this.health = new HealthStore(ctx.storage.sql);
    this.pace = new PaceStore(ctx.storage.sql);
    this.stores = { store: this.store, health: this.health, pace: this.pace };
    this.replays = new ReplayStore(ctx.storage.sql);
    this.notices = new SwitchOffNotices(ctx.storage.sql);
  }

  async configure(config: EndpointConfig): Promise<void> {
    this.adopt(config);
    await this.wake();
  }

  /** Events that are stored already stay as they are, so a repeated call changes nothing. */
  async deliver(events: readonly OutgoingEvent[], config: EndpointConfig): Promise<void> {
    this.adopt(config);
    if (this.isRemoved()) return;
    const now = this.clock();
    for (const event of events) this.store.add(event, now);
    await this.wake();
  }

  async ping(event: OutgoingEvent, config: EndpointConfig): Promise<Refusal | undefined> {
    this.adopt(config);
    if (this.config.read()?.active !== true) return inactive();
    const now = this.clock();
    const refused = refusePing(this.store.pingsAfter(now - PING_WINDOW_MS), now);
    if (refused === undefined) await this.deliver([event], config);
    return refused;
  }

  async replay(eventId: string, config: EndpointConfig): Promise<number> {
    this.adopt(config);
    const events = this.replays.one(eventId, this.clock());
    await this.wake();
    return events;
  }

  async replayAll(
    events: readonly OutgoingEvent[],
    pings: TimeSpan,
    config: EndpointConfig,
  ): Promise<number> {
    this.adopt(config);
    if (this.isRemoved()) return 0;
    const due = this.replays.all(events, pings, this.clock());
    await this.wake();
    return due;
  }

  deliveries(limit: number, offset: number) {
    return this.logged.list(limit, offset);
  }

  delivery(eventId: string) {
    return this.logged.find(eventId);
  }

  condition(): EndpointCondition {
    const config = this.config.read();
    const now = this.clock();
    // While it is switched off nothing is due.
    const due = config?.active === true ? nextDue(this.stores, config) : null;
    const first = config?.active === true ? this.store.firstDue() : null;
    const nextAt = due === null ? null : Math.max(due, now);
    const overdueSince = first !== null && first <= now ? first : null;
    return { waiting: this.store.waiting(), nextAt, overdueSince, ...this.health.read() };
  }

  /** The mark `removed` stays: an event that arrives late must not start the endpoint again. */
  async remove(config: EndpointConfig): Promise<void> {
    const { store, logged, health, pace, notices } = this;
    await emptyObject(this.ctx.storage, [this.config, store, logged, health, pace, notices]);
    this.config.write({ ...config, url: "", secrets: [], active: false, removed: true });
  }

  /** Never throws: the platform gives up an alarm that has failed six times. */
  override async alarm(): Promise<void> {
    try {
      this.logged.prune(this.clock());
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        if (!(await this.deliverDue())) break;
      }
      this.giveUpOverdue();
    } catch (error) {
      this.log({ level: "error", event: "webhook_alarm_failed", reason: failureOf(error) });
      this.store.postpone(this.clock() + TROUBLE_DELAY_MS);
    }
    const config = this.config.read();
    const log = (line: LogLine) => this.log(line);
    if (config !== undefined) await this.notices.tell(this.env, config, this.clock, log);
    await this.wake();
  }

  /**
   * If a receiver is slower than its events, the oldest are given up, or they would pile up without
   * end. It comes after this alarm's calls, so that a late alarm first sends what it can.
   */
  private giveUpOverdue(): void {
    if (this.config.read()?.active !== true) return;
    const count = this.store.giveUpDueBefore(overdueBefore(this.clock()));
    if (count > 0) this.log({ level: "warn", event: "webhook_deliveries_overdue", count });
  }

  /** False when there is nothing more to do now. */
  private async deliverDue(): Promise<boolean> {
    const config = this.config.read();
    if (config?.active !== true) return false;
    const now = this.clock();
    const due = dueNow(this.stores, config, now);
    if (due.length === 0) return false;
    // A wrong setting of ours must not use up attempts.
    if (refuseServing(this.env, { log: (line) => this.log(line) }) !== undefined) {
      this.store.postpone(now + TROUBLE_DELAY_MS);
      return false;
    }
    const outlive = (task: Promise<unknown>) => this.ctx.waitUntil(task);
    const secrets = await openSecrets({ env: this.env, outlive }, config, now);
    if (isRefusal(secrets)) return this.waitForSecrets(config, secrets, now);
    notePace(this.stores, config, due, now);
    const answered = await Promise.all(due.map((one) => this.attempt(config, one, secrets)));
    return !this.isRemoved() && this.noteOutcomes(config, due, answered);
  }

  /** True if the endpoint has changed meanwhile: then its new secrets are tried at once. */
  private waitForSecrets(config: EndpointConfig, { error }: Refusal, now: number): boolean {
    this.log({ level: "warn", event: "webhook_secrets_unavailable", reason: error });
    if (this.config.read()?.version !== config.version) return true;
    if (error === "key_version_destroyed") this.switchOff(SWITCH_OFF_REASONS.sealed);
    else this.store.postpone(now + TROUBLE_DELAY_MS);
    return false;
  }

  /** False if the endpoint was switched off for its answers. */
  private noteOutcomes(
    config: EndpointConfig,
    due: readonly Delivery[],
    answered: readonly Outcome[],
  ): boolean {
    const hasMoved = this.config.read()?.url !== config.url;
    // The answers are of the old address, so they say nothing about the health of the new one.
    const outcomes = hasMoved ? answered.map((one) => ({ ...one, gone: false })) : answered;
    for (const [at, outcome] of outcomes.entries()) {
      const delivery = due[at];
      if (delivery === undefined) continue;
      if (!hasMoved) this.noteHealth(delivery, outcome);
      this.settle(delivery, outcome);
    }
    const reason = this.reasonToSwitchOff(outcomes);
    if (reason === undefined) this.notices.noteFailures(this.health.read(), this.clock());
    else this.switchOff(reason);
    return reason === undefined;
  }

  private async attempt(
    config: EndpointConfig,
    { event_id, body }: Delivery,
    secrets: string[],
  ): Promise<Outcome> {
    const seconds = Math.floor(this.clock() / 1000);
    const pair = await signingPair(this.env);
    const headers = await signMessage(event_id, seconds, body, secrets, pair);
    const message = { url: config.url, body, headers };
    return attemptDelivery(this.env, message, this.fetcher, this.clock);
  }

  private noteHealth({ due_at }: Delivery, { error }: Outcome): void {
    const succeeded = error === undefined;
    // A ping is sent even while the breaker is open. If it fails, the next probe comes no later.
    const isNoProbe = due_at === AT_ONCE && this.health.failuresLeft === 0;
    if (succeeded || !isNoProbe) this.health.note(succeeded, this.clock());
  }

  private settle(delivery: Delivery, outcome: Outcome): void {
    const now = this.clock();
    const { retryAfterSeconds } = outcome;
    const nextAt = outcome.gone
      ? null
      : nextAttemptAt(delivery.attempts + 1, retryAfterSeconds, now, this.random);
    this.logged.saveOutcome(delivery, outcome, nextAt, now);
  }

  /**
   * Every call brings the endpoint as D1 has it, so a change that was lost comes with the next
   * call.
   */
  private adopt(config: EndpointConfig): void {
    const known = this.config.read();
    if (known?.removed === true) return;
    if (known !== undefined && known.version >= config.version) return;
    this.config.write(config);
    if (config.maxPerMinute !== known?.maxPerMinute) changePace(this.pace, config, this.clock());
    if (!config.active) return;
    this.notices.forgetSwitchOff();
    if (known === undefined || (known.active && known.url === config.url)) return;
    if (!known.active) this.store.restartWaiting(this.clock());
    this.health.reset();
    this.notices.forgetFailures();
  }

  private isRemoved(): boolean {
    return this.config.read()?.removed === true;
  }

  private reasonToSwitchOff(outcomes: readonly Outcome[]): string | undefined {
    if (outcomes.some(({ gone }) => gone)) return SWITCH_OFF_REASONS.gone;
    return this.health.isDead(this.clock()) ? SWITCH_OFF_REASONS.silent : undefined;
  }

  /** The switch-off and its notice are stored together; the notice is sent later. */
  private switchOff(reason: string): void {
    const config = this.config.read();
    if (config === undefined) return;
    this.store.stop();
    this.config.write({ ...config, active: false });
    this.notices.noteSwitchOff(reason, this.clock());
  }

  private log(line: LogLine): void {
    const { tenantId, endpointId } = this.config.read() ?? {};
    livePlatform.log({ ...line, tenantId, endpointId });
  }

  private async wake(): Promise<void> {
    const config = this.config.read();
    const due = config?.active === true ? nextDue(this.stores, config) : null;
    const times = [due, this.notices.nextAt].filter((at) => at !== null);
    // If nothing else is to be done, the alarm is still needed to delete what is old in the log.
    const next = times.length === 0 ? this.logged.endsAt : Math.min(...times);
    if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, this.clock()));
  }
}
