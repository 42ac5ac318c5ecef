import type { Refusal } from "../../http/index.ts";
import { database, livePlatform } from "../../platform/index.ts";
import { removeAgentStatements } from "../agent-store.ts";
import { revokeAtIssuer } from "../revoke-at-issuer.ts";
import { type AgentCall, refuseDeregistered } from "./admit.ts";
import { tombstoneOfUnmade } from "./tombstone.ts";
import type { D1Sender } from "./d1-sender.ts";
import { type Outbox, RETRY_MS } from "./outbox.ts";
import type { AgentRef, Tombstone } from "./record.ts";
import type { RecordStore } from "./record-store.ts";
import { AGAIN_MS } from "./revoke-replaced.ts";

/** What is left of an agent that was deregistered. Without a tombstone the agent lives. */
export class EndedAgent {
  tombstone: Tombstone | undefined;
  private readonly store: RecordStore;
  /** When its issuer was last told in vain, as far as this object knows it since it woke. */
  private triedAt = 0;

  constructor(store: RecordStore, tombstone: Tombstone | undefined) {
    this.store = store;
    this.tombstone = tombstone;
  }

  keep(tombstone: Tombstone): void {
    this.tombstone = tombstone;
    this.store.replaceByTombstone(tombstone);
  }

  /** Ends an agent that was never made. Gives the time until which its tombstone is kept. */
  endUnmade(unmade: AgentRef, now: number): number {
    if (this.tombstone === undefined) this.keep(tombstoneOfUnmade(unmade, now));
    return this.tombstone?.until ?? now;
  }

  /** The refusal of every call except a repeated deregistration; undefined while the agent lives. */
  refuse(fingerprint: string): Refusal | undefined {
    return this.tombstone && refuseDeregistered(this.tombstone, fingerprint);
  }

  /** The answer to a repeated deregistration: the same again. `call` is null for an operator. */
  answerAgain(call: AgentCall | null): Tombstone | Refusal | undefined {
    const { tombstone } = this;
    if (tombstone === undefined || call === null) return tombstone;
    const { fingerprint, claimedId } = call;
    const isOwn = claimedId === null || claimedId === tombstone.agentId;
    return isOwn && tombstone.fingerprints.includes(fingerprint)
      ? tombstone
      : refuseDeregistered(tombstone, fingerprint);
  }

  /** The issuer has revoked all certificates. */
  revokedAtIssuer(): void {
    if (this.tombstone !== undefined) this.keep({ ...this.tombstone, references: [] });
  }

  /**
   * The alarm's work: removes the agent from D1 if the request that ended it could not, and tells its
   * issuer, once that has had a day for it. Gives the time of the next alarm, or undefined when the
   * tombstone may go. Unsent events need it sooner.
   */
  async finish(
    sender: D1Sender,
    env: Cloudflare.Env,
    unsent: Pick<Outbox, "waiting">,
    now: number,
  ) {
    const ended = this.tombstone;
    if (ended?.owed === true) {
      const db = database(env);
      const sent = await sender.send(db, removeAgentStatements(db, ended), ended);
      if (!sent) return Date.now() + RETRY_MS;
      if (this.tombstone !== undefined) this.keep({ ...this.tombstone, owed: false });
    }
    const until = await this.tellIssuer(env, now);
    if (this.tombstone === undefined) return undefined;
    const kept = now < until ? until : undefined;
    const next = unsent.waiting ? now + RETRY_MS : kept;
    if (next === undefined) this.tombstone = undefined;
    return next;
  }

  /** When to ring for the tombstone itself; it may be erased meanwhile, with all that is kept. */
  private async tellIssuer(env: Cloudflare.Env, now: number): Promise<number> {
    const { references = [], deregisteredAt = 0 } = this.tombstone ?? {};
    const triedAt = Math.max(deregisteredAt, this.triedAt);
    let again = references.length > 0 ? triedAt + AGAIN_MS : Infinity;
    if (again <= now) {
      this.triedAt = now;
      const isHeard = await revokeAtIssuer(env, livePlatform, references);
      if (isHeard) this.revokedAtIssuer();
      again = isHeard ? Infinity : now + AGAIN_MS;
    }
    return Math.min(this.tombstone?.until ?? 0, again);
  }
}
