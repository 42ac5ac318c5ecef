import { AuditBook } from "../../access/audit-book.ts";
import type { AuditEntry } from "../../access/audit.ts";
import { failureOf } from "../../http/index.ts";
import { database, livePlatform, ringWithin } from "../../platform/index.ts";
import { ABANDONED_MS } from "../usage/spend-book.ts";
import { SpendingObject } from "./spending-object.ts";

/** The part of a tenant's object that tells the audit log what became of its documents. */
export abstract class AuditingObject extends SpendingObject {
  protected readonly audit: AuditBook;
  /** A field, so that tests can replace it. */
  surroundings = { env: this.env, platform: livePlatform };

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    super(ctx, env);
    this.audit = new AuditBook(this.sql);
    if (this.audit.waits()) ctx.waitUntil(this.sendAudit());
  }

  /**
   * Notes an audit entry in the same step as its change: nothing is awaited in between, so both are
   * stored or neither.
   */
  protected tell(entry: AuditEntry): void {
    this.audit.note(entry);
    this.ctx.waitUntil(this.sendAudit());
  }

  /**
   * Sends the audit entries. What does not reach D1 now is sent by the alarm, or when the object starts
   * again.
   */
  protected async sendAudit(): Promise<void> {
    try {
      await this.audit.send(database(this.surroundings.env));
    } catch (error) {
      livePlatform.log({ level: "warn", event: "ai_audit_unsent", reason: failureOf(error) });
      await ringWithin(this.ctx.storage, ABANDONED_MS, this.clock());
    }
  }
}
