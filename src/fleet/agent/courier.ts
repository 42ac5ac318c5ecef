import { failureOf } from "../../http/index.ts";
import { type Database, livePlatform, runTogether, type Statement } from "../../platform/index.ts";
import { tellingStatements } from "../agent-store.ts";
import { RETRY_MS } from "./outbox.ts";
import type { Telling } from "./project.ts";
import type { Named } from "./record.ts";

/** Carries to D1 what is owed to it: one try at a time, and for calls none soon after a failure. */
export class Courier {
  private busy = false;
  private restsUntil = 0;

  get ready(): boolean {
    return !this.busy && Date.now() >= this.restsUntil;
  }

  /** True when D1 has it. */
  async tell(db: Database, telling: Telling): Promise<boolean> {
    return this.carry(db, tellingStatements(db, telling), telling.row);
  }

  /** The same for what a tombstone leaves to tell. */
  async carry(db: Database, statements: Statement[], of: Named): Promise<boolean> {
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
      this.restsUntil = Date.now() + RETRY_MS;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
