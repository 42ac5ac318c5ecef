import { failureOf } from "../../http/index.ts";
import { type Database, livePlatform, runTogether, type Statement } from "../../platform/index.ts";
import { updateStatements } from "../agent-store.ts";
import { RETRY_MS } from "./outbox.ts";
import type { D1Update } from "./d1-row.ts";
import type { AgentRef } from "./record.ts";

/** Writes to D1 what the Worker did not: one try at a time, with a pause after a failure. */
export class D1Sender {
  private busy = false;
  private pausedUntil = 0;

  /** False during a try, and in the pause after a failed one. */
  get ready(): boolean {
    return !this.busy && Date.now() >= this.pausedUntil;
  }

  /** True if D1 has the update. */
  async sendUpdate(db: Database, update: D1Update): Promise<boolean> {
    return this.send(db, updateStatements(db, update), update.row);
  }

  async send(db: Database, statements: Statement[], of: AgentRef): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await runTogether(db, statements);
      return true;
    } catch (error) {
      const { tenantId, agentId } = of;
      livePlatform.log({
        level: "warn",
        event: "projection_owed",
        tenantId,
        agentId,
        reason: failureOf(error),
      });
      this.pausedUntil = Date.now() + RETRY_MS;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
