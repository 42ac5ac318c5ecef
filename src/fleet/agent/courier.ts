import { failureOf } from "../../http/index.ts";
import { type Database, livePlatform } from "../../platform/index.ts";
import { runTogether, type Statement } from "../agent-store.ts";
import { RETRY_MS } from "./outbox.ts";

/** Carries to D1 what is owed to it: one try at a time, and for calls none soon after a failure. */
export class Courier {
  private busy = false;
  private restsUntil = 0;

  get ready(): boolean {
    return !this.busy && Date.now() >= this.restsUntil;
  }

  /** True when D1 has it. */
  async carry(db: Database, statements: Statement[]): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await runTogether(db, statements);
      return true;
    } catch (error) {
      livePlatform.log({ level: "warn", event: "projection_owed", reason: failureOf(error) });
      this.restsUntil = Date.now() + RETRY_MS;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
