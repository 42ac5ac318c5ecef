import type { Sql } from "../knowledge/sql.ts";
import type { LedgerRow } from "./metered-call.ts";

const TABLE = "CREATE TABLE IF NOT EXISTS spend_outbox (id TEXT PRIMARY KEY, row TEXT NOT NULL)";

/** Calls that ended and are not in the ledger yet. */
export class CallOutbox {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  createTables(): void {
    this.sql.all(TABLE);
  }

  add(row: LedgerRow): void {
    this.sql.all("INSERT INTO spend_outbox (id, row) VALUES (?, ?)", row.id, JSON.stringify(row));
  }

  waiting(most: number): LedgerRow[] {
    return this.sql
      .all<{ row: string }>("SELECT row FROM spend_outbox LIMIT ?", most)
      .map(({ row }) => JSON.parse(row) as LedgerRow);
  }

  clear(ids: readonly string[]): void {
    this.sql.all(
      "DELETE FROM spend_outbox WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
  }
}
