import type { Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { removeAgentStatements } from "../agent-store.ts";
import { type AgentCall, refuseBuried, refuseStranger } from "./admit.ts";
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

  /** What every call hears but a repeated end; undefined while the agent lives. */
  refuse(fingerprint: string): Refusal | undefined {
    return this.tombstone && refuseBuried(this.tombstone, fingerprint);
  }

  /** What whoever ends the agent again hears: the same as before. `call` is null for an operator. */
  answer(call: AgentCall | null): Tombstone | Refusal | undefined {
    const { tombstone } = this;
    if (tombstone === undefined || call === null) return tombstone;
    return tombstone.fingerprints.includes(call.fingerprint) ? tombstone : refuseStranger();
  }

  /** The issuer has heard of the end of all certificates. */
  revokedAtIssuer(): void {
    if (this.tombstone !== undefined) this.bury({ ...this.tombstone, references: [] });
  }

  /** Whoever ended the agent has told D1, or has failed to: here it is told again until it knows. */
  async tend(ended: Tombstone, courier: Courier, db: Database): Promise<number | undefined> {
    if (ended.owed !== true) return undefined;
    if (!(await courier.carry(db, removeAgentStatements(db, ended)))) return Date.now() + RETRY_MS;
    if (this.tombstone !== undefined) this.bury({ ...this.tombstone, owed: false });
    return undefined;
  }
}
