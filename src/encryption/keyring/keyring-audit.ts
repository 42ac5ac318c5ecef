import { AuditBook } from "../../access/audit-book.ts";
import { doneBy, type AuditEntry } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import { failureOf } from "../../http/index.ts";
import { database, livePlatform, MINUTE_MS, ringWithin } from "../../platform/index.ts";

const RETRY_MS = MINUTE_MS;

/** What a keyring did, kept with it until the audit log in D1 has it. */
export class KeyringAudit {
  readonly book: AuditBook;
  private readonly ctx: DurableObjectState;
  private readonly env: Cloudflare.Env;

  constructor(ctx: DurableObjectState, env: Cloudflare.Env) {
    const { sql } = ctx.storage;
    this.ctx = ctx;
    this.env = env;
    this.book = new AuditBook({
      all: <T>(query: string, ...values: (string | number)[]) =>
        sql.exec(query, ...values).toArray() as T[],
    });
    this.sendWaiting();
  }

  /** Called without an await after the change, so that both are stored or neither. */
  note(
    what: string,
    tenantId: string | null,
    at: number,
    by: Doer,
    more: Pick<AuditEntry, "target" | "detail">,
  ): void {
    this.book.note({ at, ...doneBy(by), action: `encryption.${what}`, tenantId, ...more });
  }

  /** Sends in the background what waits, if anything does: nobody's call waits for it. */
  sendWaiting(): void {
    if (this.book.waits()) this.ctx.waitUntil(this.send());
  }

  /** Lines that do not reach D1 now are sent by the alarm, or at the next start. */
  async send(): Promise<void> {
    try {
      await this.sendOrFail();
    } catch (error) {
      const reason = failureOf(error);
      const tenantId = this.ctx.id.name;
      livePlatform.log({ level: "warn", event: "encryption_audit_unsent", tenantId, reason });
      await ringWithin(this.ctx.storage, RETRY_MS, Date.now());
    }
  }

  async sendOrFail(): Promise<void> {
    await this.book.send(database(this.env));
  }
}
