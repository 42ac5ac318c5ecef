import { runTogether, type Database } from "../platform/index.ts";
import { auditStatementOnce, type AuditEntry } from "./audit.ts";

/** The most lines that are sent in one batch. */
const MOST_LINES = 50;

const TABLE =
  "CREATE TABLE IF NOT EXISTS audit_outbox (id INTEGER PRIMARY KEY, line TEXT NOT NULL)";

/** The SQLite of the object that keeps the lines. */
interface Sql {
  all: <T>(query: string, ...values: (string | number)[]) => T[];
}

/**
 * The audit lines of an object that are not in D1 yet. A line is stored together with its change and
 * stays until the audit log in D1 has it.
 */
export class AuditBook {
  private readonly sql: Sql;
  private sending: Promise<void> = Promise.resolve();

  constructor(sql: Sql) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.sql.all(TABLE);
  }

  note(entry: AuditEntry): void {
    this.sql.all("INSERT INTO audit_outbox (line) VALUES (?)", JSON.stringify(entry));
  }

  waits(): boolean {
    return this.sql.all("SELECT 1 FROM audit_outbox LIMIT 1").length > 0;
  }

  /** Sends one after the other: two at a time would send the same lines. */
  send(db: Database): Promise<void> {
    const sent = this.sending.then(() => this.sendAll(db));
    this.sending = sent.catch(() => {});
    return sent;
  }

  private async sendAll(db: Database): Promise<void> {
    for (;;) {
      const waiting = this.sql.all<{ id: number; line: string }>(
        "SELECT id, line FROM audit_outbox ORDER BY id LIMIT ?",
        MOST_LINES,
      );
      if (waiting.length === 0) return;
      const entries = waiting.map(({ line }) => JSON.parse(line) as AuditEntry);
      await runTogether(
        db,
        entries.map((entry) => auditStatementOnce(db, entry)),
      );
      this.sql.all("DELETE FROM audit_outbox WHERE id <= ?", waiting.at(-1)?.id ?? 0);
    }
  }
}
