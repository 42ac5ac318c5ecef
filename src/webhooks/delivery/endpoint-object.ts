import { DurableObject } from "cloudflare:workers";
import { failureOf, isRefusal, type Refusal } from "../../http/index.ts";
import { emptyObject, livePlatform, type LogLine } from "../../platform/index.ts";
import { refuseServing } from "../refuse-serving.ts";
import { openSecrets } from "../endpoints/seal-secret.ts";
import { signMessage } from "../sign/sign-message.ts";
import { signingPair } from "../sign/signing-pair.ts";
import { attemptDelivery, type Outcome } from "./attempt.ts";
import { adoptConfig } from "./adopt-config.ts";
import type { EndpointConfig } from "./config-store.ts";
import type { Delivery, OutgoingEvent } from "./delivery-store.ts";
import { dueNow, nextDue, notePace } from "./due.ts";
import { openStores, type EndpointStores } from "./endpoint-stores.ts";
import { noteOutcomes } from "./note-outcomes.ts";
import { inactive, PING_WINDOW_MS, refusePing } from "./limit-pings.ts";
import { ReplayStore, type TimeSpan } from "./replay-store.ts";
import { overdueBefore } from "./schedule.ts";
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
  private readonly stores: EndpointStores;
  private readonly replays: ReplayStore;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.stores = openStores(ctx.storage.sql);
    this.replays = new ReplayStore(ctx.storage.sql);
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
    for (const event of events) this.stores.deliveries.add(event, now);
    await this.wake();
  }

  async ping(event: OutgoingEvent, config: EndpointConfig): Promise<Refusal | undefined> {
    this.adopt(config);
    if (this.stores.config.read()?.active !== true) return inactive();
    const now = this.clock();
    const refused = refusePing(this.stores.deliveries.pingsAfter(now - PING_WINDOW_MS), now);
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
    return this.stores.logged.list(limit, offset);
  }

  delivery(eventId: string) {
    return this.stores.logged.find(eventId);
  }

  condition(): EndpointCondition {
    const config = this.stores.config.read();
    const now = this.clock();
    const due = nextDue(this.stores, config);
    const first = config?.active === true ? this.stores.deliveries.firstDue() : null;
    const nextAt = due === null ? null : Math.max(due, now);
    const overdueSince = first !== null && first <= now ? first : null;
    return {
      waiting: this.stores.deliveries.waiting(),
      nextAt,
      overdueSince,
      ...this.stores.health.read(),
    };
  }

  /** The mark `removed` stays: an event that arrives late must not start the endpoint again. */
  async remove(config: EndpointConfig): Promise<void> {
    await emptyObject(this.ctx.storage, Object.values(this.stores));
    this.stores.config.write({ ...config, url: "", secrets: [], active: false, removed: true });
  }

  /** Never throws: the platform gives up an alarm that has failed six times. */
  override async alarm(): Promise<void> {
    try {
      this.stores.logged.prune(this.clock());
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        if (!(await this.deliverDue())) break;
      }
      this.giveUpOverdue();
    } catch (error) {
      this.log({ level: "error", event: "webhook_alarm_failed", reason: failureOf(error) });
      this.stores.deliveries.postpone(this.clock() + TROUBLE_DELAY_MS);
    }
    const config = this.stores.config.read();
    const log = (line: LogLine) => this.log(line);
    if (config !== undefined) await this.stores.notices.tell(this.env, config, this.clock, log);
    await this.wake();
  }

  /**
   * If a receiver is slower than its events, the oldest are given up, or they would pile up without
   * end. It comes after this alarm's calls, so that a late alarm first sends what it can.
   */
  private giveUpOverdue(): void {
    if (this.stores.config.read()?.active !== true) return;
    const count = this.stores.deliveries.giveUpDueBefore(overdueBefore(this.clock()));
    if (count > 0) this.log({ level: "warn", event: "webhook_deliveries_overdue", count });
  }

  /** False when there is nothing more to do now. */
  private async deliverDue(): Promise<boolean> {
    const config = this.stores.config.read();
    if (config?.active !== true) return false;
    const now = this.clock();
    const due = dueNow(this.stores, config, now);
    if (due.length === 0) return false;
    // A wrong setting of ours must not use up attempts.
    if (refuseServing(this.env, { log: (line) => this.log(line) }) !== undefined) {
      this.stores.deliveries.postpone(now + TROUBLE_DELAY_MS);
      return false;
    }
    const outlive = (task: Promise<unknown>) => this.ctx.waitUntil(task);
    const secrets = await openSecrets({ env: this.env, outlive }, config, now);
    if (isRefusal(secrets)) return this.waitForSecrets(config, secrets, now);
    notePace(this.stores, config, due, now);
    const calls = await Promise.all(
      due.map(async (delivery) => {
        return { delivery, outcome: await this.attempt(config, delivery, secrets) };
      }),
    );
    if (this.isRemoved()) return false;
    const reason = noteOutcomes(this.stores, config.url, calls, this);
    if (reason !== undefined) this.switchOff(reason);
    return reason === undefined;
  }

  /** True if the endpoint has changed meanwhile: then its new secrets are tried at once. */
  private waitForSecrets(config: EndpointConfig, { error }: Refusal, now: number): boolean {
    this.log({ level: "warn", event: "webhook_secrets_unavailable", reason: error });
    if (this.stores.config.read()?.version !== config.version) return true;
    if (error === "key_version_destroyed") this.switchOff(SWITCH_OFF_REASONS.sealed);
    else this.stores.deliveries.postpone(now + TROUBLE_DELAY_MS);
    return false;
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

  private adopt(config: EndpointConfig): void {
    adoptConfig(this.stores, config, this.clock());
  }

  private isRemoved(): boolean {
    return this.stores.config.read()?.removed === true;
  }

  /** The switch-off and its notice are stored together; the notice is sent later. */
  private switchOff(reason: string): void {
    const config = this.stores.config.read();
    if (config === undefined) return;
    this.stores.deliveries.stop();
    this.stores.config.write({ ...config, active: false });
    this.stores.notices.noteSwitchOff(reason, this.clock());
  }

  private log(line: LogLine): void {
    const { tenantId, endpointId } = this.stores.config.read() ?? {};
    livePlatform.log({ ...line, tenantId, endpointId });
  }

  private async wake(): Promise<void> {
    const due = nextDue(this.stores, this.stores.config.read());
    const times = [due, this.stores.notices.nextAt].filter((at) => at !== null);
    // If nothing else is to be done, the alarm is still needed to delete what is old in the log.
    const next = times.length === 0 ? this.stores.logged.endsAt : Math.min(...times);
    if (next !== null) await this.ctx.storage.setAlarm(Math.max(next, this.clock()));
  }
}
