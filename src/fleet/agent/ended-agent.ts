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

/** What is left of a deregistered agent. If there is no tombstone, the agent has not ended. */
export class EndedAgent {
  tombstone: Tombstone | undefined;
  private readonly store: RecordStore;
  /** When telling its issuer last failed, since this object woke. */
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

  /** Refuses every call except a repeated deregistration; undefined if the agent has not ended. */
  refuse(fingerprint: string): Refusal | undefined {
    return this.tombstone && refuseDeregistered(this.tombstone, fingerprint);
  }

  /** Answers a repeated deregistration with the first answer. `call` is null for an operator. */
  answerAgain(call: AgentCall | null): Tombstone | Refusal | undefined {
    const { tombstone } = this;
    if (tombstone === undefined || call === null) return tombstone;
    const { fingerprint, claimedId } = call;
    const isOwn = claimedId === null || claimedId === tombstone.agentId;
    return isOwn && tombstone.fingerprints.includes(fingerprint)
      ? tombstone
      : refuseDeregistered(tombstone, fingerprint);
  }

  /** Notes that the issuer has revoked all certificates. */
  revokedAtIssuer(): void {
    if (this.tombstone !== undefined) this.keep({ ...this.tombstone, references: [] });
  }

  /**
   * Does the alarm's work: removes the agent from D1 if the request that ended it could not, and
   * tells its issuer if the request has not done so within a day. Gives the time of the next alarm,
   * or undefined if the tombstone may go. Unsent events need an earlier alarm.
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

  /**
   * Tells the issuer when it is time, and gives the next alarm for the tombstone. The tombstone may
   * be erased meanwhile.
   */
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
