import { AuditBook } from "../../access/audit-book.ts";
import { doneBy, type AuditEntry } from "../../access/audit.ts";
import type { Doer } from "../../access/principal.ts";
import { failureOf } from "../../http/index.ts";
import { database, livePlatform, MINUTE_MS, ringWithin } from "../../platform/index.ts";
import type { KeyringStore } from "./store.ts";

const RETRY_MS = MINUTE_MS;

/** The audit lines of one keyring's changes. */
export class KeyringAudit {
  private readonly ctx: DurableObjectState;
  private readonly store: KeyringStore;
  private readonly book: AuditBook;

  constructor(ctx: DurableObjectState, store: KeyringStore) {
    this.ctx = ctx;
    this.store = store;
    const { sql } = ctx.storage;
    this.book = new AuditBook({
      all: <T>(query: string, ...values: (string | number)[]) =>
        sql.exec(query, ...values).toArray() as T[],
    });
  }

  createTables(): void {
    this.book.createTables();
  }

  /** Called without an await after the change, so that both are stored or neither. */
  note(what: string, at: number, by: Doer, more: Pick<AuditEntry, "target" | "detail">): void {
    const tenantId = this.store.keyring()?.tenantId ?? null;
    this.book.note({ at, ...doneBy(by), action: `encryption.${what}`, tenantId, ...more });
  }

  /** Sends every line, or throws. */
  sendAll(env: Cloudflare.Env): Promise<void> {
    return this.book.send(database(env));
  }

  /** Lines that do not reach D1 now are sent by the alarm, or at the next start. */
  async send(env: Cloudflare.Env): Promise<void> {
    try {
      await this.sendAll(env);
    } catch (error) {
      const reason = failureOf(error);
      const tenantId = this.ctx.id.name;
      livePlatform.log({ level: "warn", event: "encryption_audit_unsent", tenantId, reason });
      await ringWithin(this.ctx.storage, RETRY_MS, Date.now());
    }
  }

  /** Sends what waits in the background: leases do not wait for it. */
  sendBehind(env: Cloudflare.Env): void {
    if (this.book.waits()) this.ctx.waitUntil(this.send(env));
  }
}
