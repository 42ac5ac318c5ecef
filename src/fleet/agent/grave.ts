import type { Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { type KeyOwner, removeAgentStatements } from "../agent-store.ts";
import { type AgentCall, refuseBuried } from "./admit.ts";
import { buryUnmade } from "./bury.ts";
import type { Courier } from "./courier.ts";
import { RETRY_MS } from "./outbox.ts";
import type { Tombstone } from "./record.ts";
import type { RecordStore } from "./record-store.ts";

/** The tombstone of an ended agent, and who has to hear of the end still. */
export class Grave {
  tombstone: Tombstone | undefined;
  private readonly store: RecordStore;

  constructor(store: RecordStore, tombstone: Tombstone | undefined) {
    this.store = store;
    this.tombstone = tombstone;
  }

  bury(tombstone: Tombstone): void {
    this.tombstone = tombstone;
    this.store.bury(tombstone);
  }

  /** Ends what was never made; until when that is known. An end of before stays as it is. */
  standFor(unmade: KeyOwner, now: number): number {
    if (this.tombstone === undefined) this.bury(buryUnmade(unmade, now));
    return this.tombstone?.until ?? now;
  }

  /** What every call hears but a repeated end; undefined while the agent lives. */
  refuse(fingerprint: string): Refusal | undefined {
    return this.tombstone && refuseBuried(this.tombstone, fingerprint);
  }

  /** What whoever ends the agent again hears: the same as before. `call` is null for an operator. */
  answer(call: AgentCall | null): Tombstone | Refusal | undefined {
    const { tombstone } = this;
    if (tombstone === undefined || call === null) return tombstone;
    const { fingerprint, claimedId } = call;
    const isOwn = claimedId === null || claimedId === tombstone.agentId;
    return isOwn && tombstone.fingerprints.includes(fingerprint)
      ? tombstone
      : refuseBuried(tombstone, fingerprint);
  }

  /** The issuer has heard of the end of all certificates. */
  revokedAtIssuer(): void {
    if (this.tombstone !== undefined) this.bury({ ...this.tombstone, references: [] });
  }

  /**
   * When to come again, at `again` at the latest; undefined once it is all over. Whoever ended the
   * agent has told D1, or has failed to: here it is told again until it knows.
   */
  async tend(courier: Courier, db: Database, now: number, again?: number) {
    const ended = this.tombstone;
    if (ended?.owed === true) {
      const told = await courier.carry(db, removeAgentStatements(db, ended), ended);
      if (!told) return Date.now() + RETRY_MS;
      if (this.tombstone !== undefined) this.bury({ ...this.tombstone, owed: false });
    }
    return again ?? (ended !== undefined && now < ended.until ? ended.until : undefined);
  }
}
