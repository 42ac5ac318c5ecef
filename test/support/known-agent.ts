import { DAY_MS, MINUTE_MS } from "../../src/platform/spans.ts";

const GRACE = 10 * MINUTE_MS;
const PENDING = 7 * DAY_MS;
const RECOVERY = 30 * DAY_MS;
const MOST_RECOVERIES = 3;
const MOST_SUPERSEDED = 8;
const MOST_ROTATIONS = 5;
const FOR_OPEN_CONNECTIONS = new Set(["checkin", "me"]);

export interface Certificate {
  pem: string;
  key: number;
  at: number;
  until: number;
}

/** A model of an agent as the contract and docs/agents.md describe it. */
export class KnownAgent {
  readonly id: string;
  readonly keys: Set<number>;
  state: "live" | "revoked" | "ended" = "live";
  private current: Certificate;
  private pending: Certificate | undefined;
  private superseded: { pem: string; since: number }[] = [];
  private rotations: number[] = [];
  private recoveries = 0;
  /** When each of its certificates began. */
  private readonly begun = new Map<string, number>();

  constructor(id: string, first: Certificate) {
    this.id = id;
    this.current = first;
    this.keys = new Set([first.key]);
    this.begun.set(first.pem, first.at);
  }

  /** The certificate that an enrolment with this key gets again. */
  certificateOf(key: number): Certificate | undefined {
    if (this.state !== "live") return undefined;
    return [this.current, this.pending].find((one) => one?.key === key);
  }

  /** Returns the refusal of a call; undefined if the call is admitted. */
  admit(pem: string, use: string, now: number, nextKey?: number): string | undefined {
    const lapsed = this.hasLapsed(now);
    if (this.state === "ended") {
      return this.holds(pem) ? "403 agent_deregistered" : "401 certificate_unknown";
    }
    if (this.state === "revoked") {
      const counts = this.holds(pem) && !(lapsed && this.pending?.pem === pem);
      // Of a forgotten one that is older than what was in use there may be a copy.
      const isOlder = (this.begun.get(pem) ?? now) < this.current.at;
      return counts || isOlder ? "403 agent_revoked" : "401 certificate_unknown";
    }
    if (lapsed) this.pending = undefined;
    if (this.pending?.pem === pem) this.activate(this.pending, now);
    if (this.current.pem === pem) return this.refuseExpired(use, now, nextKey);
    const old = this.superseded.find((one) => one.pem === pem);
    if (old === undefined) return "401 certificate_unknown";
    const inGrace = now - old.since <= GRACE && FOR_OPEN_CONNECTIONS.has(use);
    return inGrace ? undefined : "401 certificate_superseded";
  }

  /** Returns the certificate whose answer this key has lost. */
  lost(key: number, now: number): Certificate | undefined {
    const { pending } = this;
    return pending?.key === key && now <= pending.until ? pending : undefined;
  }

  rotatesTooOften(now: number): boolean {
    this.rotations = this.rotations.filter((at) => at > now - 60 * MINUTE_MS);
    return this.rotations.length >= MOST_ROTATIONS;
  }

  rotated(next: Certificate, now: number): void {
    if (now > this.current.until && !this.isRecovering()) this.recoveries += 1;
    this.rotations.push(now);
    this.keys.add(next.key);
    this.begun.set(next.pem, next.at);
    this.pending = next;
  }

  end(now: number): void {
    if (this.state === "ended") return;
    if (this.hasLapsed(now)) this.pending = undefined;
    this.state = "ended";
  }

  holds(pem: string): boolean {
    const all = [this.current, ...this.superseded, ...(this.pending ? [this.pending] : [])];
    return all.some((one) => one.pem === pem);
  }

  private activate(pending: Certificate, now: number): void {
    const before = { pem: this.current.pem, since: now };
    this.superseded = [before, ...this.superseded].slice(0, MOST_SUPERSEDED);
    this.current = pending;
    this.pending = undefined;
  }

  private hasLapsed(now: number): boolean {
    return this.pending !== undefined && now - this.pending.at > PENDING;
  }

  private isRecovering(): boolean {
    return this.pending !== undefined && this.pending.at > this.current.until;
  }

  private refuseExpired(use: string, now: number, nextKey?: number): string | undefined {
    const late = now - this.current.until;
    if (late <= 0) return undefined;
    const isSpent = this.recoveries >= MOST_RECOVERIES && !this.isRecovering();
    const key = use === "rotate" ? nextKey : this.pending?.key;
    const isRepeat = key !== undefined && this.lost(key, now) !== undefined;
    if ((isSpent || late > RECOVERY) && !isRepeat) return "401 re_enroll";
    return use === "rotate" ? undefined : "401 certificate_expired";
  }
}
