import { createPrivateKey, generateKeyPairSync, randomUUID } from "node:crypto";
import {
  certificateIn,
  hasLeft,
  isDue,
  isGranted,
  isSettled,
  policyIn,
  troubleIn,
} from "./answers.ts";
import { type Answer, call, type Credentials } from "./call.ts";
import { type Identity, IdentityStore, type Purpose } from "./identity.ts";
import { describeMachine } from "./machine.ts";
import { makeCsr } from "./make-csr.ts";

export interface AgentOptions {
  /** The address that serves /.well-known/agent-configuration. */
  baseUrl: string;
  stateDir: string;
  enrollmentCode: string | undefined;
  /** PEM of the server's CA, if it is not a public one. */
  serverCa?: string | undefined;
  version: string;
  log: (line: string) => void;
}

type Turn = { waitS: number } | { stop: string };

const MAX_WAITING_EVENTS = 1_000;
/** How long to wait if a refusal names no time. */
const REFUSED_WAIT_S = 60;
/**
 * The error for a request without a certificate. This agent has one, so a proxy took it off the
 * connection.
 */
const LOST_ON_THE_WAY = "client_certificate_required";
/**
 * Errors with which the old certificate is used again: the server gave the new one up, or does not
 * accept it yet.
 */
const OLD_COUNTS = new Set(["certificate_unknown", "certificate_untrusted"]);

/** A small agent that does what the server asks: its interval, its waits, its renewals, its end. */
export class Agent {
  private readonly options: AgentOptions;
  private readonly store: IdentityStore;
  private readonly events: Record<string, unknown>[] = [];
  private policy: { id: string; revision: number } | undefined;
  private renewalWaitsUntil = 0;

  constructor(options: AgentOptions) {
    this.options = options;
    this.store = new IdentityStore(options.stateDir);
  }

  get identity(): Identity | undefined {
    return this.store.load();
  }

  /** Adds an event to send. It gets its id here, so that a repeated delivery counts as one event. */
  report(type: string, attributes: Record<string, unknown> = {}): void {
    const time = new Date().toISOString();
    const event = { version: 1, eventId: randomUUID(), type, time, attributes };
    this.events.push(event);
    if (this.events.length > MAX_WAITING_EVENTS) this.events.shift();
  }

  /** Takes one turn: enrols if necessary, checks in, sends events, renews the certificate in time. */
  async turn(): Promise<Turn> {
    const identity = this.store.load();
    if (identity === undefined) return this.enrol();
    const checkedIn = await this.checkIn(identity);
    const policy = policyIn(checkedIn);
    if (policy === undefined) return this.obey(checkedIn);
    this.policy = { id: policy.id, revision: policy.revision };
    const events = await this.sendEvents();
    if (events !== undefined) return events;
    const renewed = await this.renewInTime();
    return renewed ?? { waitS: policy.intervalS };
  }

  /** Leaves the fleet for good. */
  async leave(): Promise<boolean> {
    const identity = this.store.load();
    if (identity === undefined) return true;
    const answer = await this.ask("DELETE", `/agents/${identity.agentId}`);
    if (!hasLeft(answer)) return false;
    this.store.forget();
    return true;
  }

  private async enrol(): Promise<Turn> {
    const { enrollmentCode, baseUrl, serverCa, version } = this.options;
    if (enrollmentCode === undefined) return { stop: "there is no enrollment code" };
    const keyPem = this.keyFor("enrol");
    const answer = await call(
      "POST",
      `${baseUrl}/enroll`,
      { serverCa },
      {
        enrollment_code: enrollmentCode,
        csr_pem: makeCsr(createPrivateKey(keyPem)),
        machine: describeMachine(),
        agent: { version },
      },
    );
    const enrolled = certificateIn(answer, keyPem);
    if (enrolled === undefined) return this.obey(answer);
    this.store.save({ agentId: enrolled.agentId, ...enrolled.certificate });
    this.store.dropKey("enrol");
    this.options.log(`enrolled as ${enrolled.agentId}`);
    return { waitS: 0 };
  }

  private async checkIn({ agentId }: Identity): Promise<Answer> {
    const { version } = this.options;
    const policy = this.policy;
    return this.ask("POST", `/agents/${agentId}/checkin`, {
      machine: describeMachine(),
      agent: { version, ...(policy === undefined ? {} : { policy }) },
      status: { health: "healthy" },
      sent_at: new Date().toISOString(),
    });
  }

  private async sendEvents(): Promise<Turn | undefined> {
    for (;;) {
      const [event] = this.events;
      const agentId = this.store.load()?.agentId;
      if (event === undefined || agentId === undefined) return undefined;
      const answer = await this.ask("POST", `/agents/${agentId}/events`, event);
      if (!isSettled(answer)) return this.obey(answer);
      // The event may have been dropped meanwhile to make room for a newer one.
      if (this.events[0] === event) this.events.shift();
    }
  }

  /**
   * Renews the certificate if it is due. If only the renewal has to wait, the agent goes on: one that
   * is silent would look lost.
   */
  private async renewInTime(): Promise<Turn | undefined> {
    if (performance.now() < this.renewalWaitsUntil) return undefined;
    const me = await this.ask("GET", "/agents/me");
    const due = isDue(me);
    if (due === undefined) return this.obey(me);
    if (!due) return undefined;
    const turn = await this.renew();
    if (turn === undefined || "stop" in turn || turn.waitS === 0) return turn;
    this.renewalWaitsUntil = performance.now() + turn.waitS * 1000;
    return undefined;
  }

  /**
   * Gets a new certificate and keeps it beside the old one until the server has seen it, so that a lost
   * answer does not lock the agent out.
   */
  private async renew(): Promise<Turn | undefined> {
    const identity = this.store.load();
    if (identity === undefined || identity.next !== undefined) return undefined;
    const keyPem = this.keyFor("rotate");
    const body = { csr_pem: makeCsr(createPrivateKey(keyPem)) };
    const answer = await this.ask("POST", `/agents/${identity.agentId}/rotate-cert`, body);
    const next = certificateIn(answer, keyPem)?.certificate;
    if (next === undefined) return this.obey(answer, { mayRenew: false });
    this.store.save({ ...identity, next });
    this.store.dropKey("rotate");
    this.options.log(`has a new certificate until ${next.expiresAt}`);
    return { waitS: 0 };
  }

  /**
   * Calls the server with the newest certificate. Once the server has accepted it, the old one is
   * dropped.
   */
  private async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const { baseUrl, serverCa } = this.options;
    const identity = this.store.load();
    if (identity === undefined) return call(method, baseUrl + path, { serverCa }, body);
    const { next, ...current } = identity;
    const under = (credentials: Credentials) =>
      call(method, baseUrl + path, { serverCa, ...credentials }, body);
    if (next === undefined) return under(current);
    const answer = await under(next);
    const { error } = answer.body;
    if (error === "certificate_unknown") this.store.save(current);
    if (typeof error === "string" && OLD_COUNTS.has(error)) return under(current);
    const taken = isGranted(answer) || error === "certificate_expired";
    if (taken) this.store.save({ ...current, ...next });
    return answer;
  }

  /** Does what a refusal asks for: wait, renew, enrol again, or end. */
  private async obey(answer: Answer, { mayRenew } = { mayRenew: true }): Promise<Turn> {
    const { error: said } = answer.body;
    const error = typeof said === "string" ? said : `status ${answer.status}`;
    this.options.log(troubleIn(answer));
    if (error === "certificate_expired" && mayRenew) return (await this.renew()) ?? { waitS: 30 };
    if (answer.waitS !== undefined) return { waitS: answer.waitS };
    if (answer.action === "re_enroll" && error !== LOST_ON_THE_WAY) {
      this.store.forget();
      return this.options.enrollmentCode === undefined ? { stop: error } : { waitS: 30 };
    }
    if (answer.action === "stop" || answer.action === "upgrade") return { stop: error };
    return { waitS: REFUSED_WAIT_S };
  }

  private keyFor(purpose: Purpose): string {
    return this.store.keyFor(purpose, () => {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    });
  }
}
