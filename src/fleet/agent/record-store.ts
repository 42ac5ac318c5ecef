import { createOutbox } from "../../events/outbox.ts";
import type { AgentRecord, Pulse, Tombstone } from "./record.ts";

type Part = keyof AgentRecord | "tombstone";

/**
 * The object's own table: one row for each part of the record, read once when it wakes. The tables
 * are created with the first row, so that an id which no agent has leaves no object behind.
 */
export class RecordStore {
  private readonly sql: SqlStorage;
  /** The pulse as it was last read or written. */
  private pulse: Pulse | undefined;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    if (this.isKept) this.createTables();
  }

  /** Whether anything was ever stored here. Asking stores nothing. */
  get isKept(): boolean {
    const found = this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'record'");
    return found.toArray().length > 0;
  }

  read(): { record: AgentRecord | undefined; tombstone: Tombstone | undefined } {
    if (!this.isKept) return { record: undefined, tombstone: undefined };
    const rows = this.sql.exec<{ part: Part; value: string }>("SELECT part, value FROM record");
    const parts = new Map(rows.toArray().map(({ part, value }) => [part, JSON.parse(value)]));
    const tombstone = parts.get("tombstone") as Tombstone | undefined;
    if (!parts.has("identity")) return { record: undefined, tombstone };
    const record = Object.fromEntries(parts) as unknown as AgentRecord;
    this.pulse = record.pulse;
    return { record, tombstone };
  }

  /** Writes a part. The identity is written first, and never again, so it creates the tables. */
  write<P extends keyof AgentRecord>(part: P, value: AgentRecord[P]): void {
    if (part === "identity") this.createTables();
    if (part === "pulse") this.pulse = value as Pulse;
    this.put(part, value);
  }

  /** Whether the record has counts that are only in memory. */
  lacksPulseOf(record: AgentRecord): boolean {
    return record.pulse !== this.pulse;
  }

  replaceByTombstone(tombstone: Tombstone): void {
    this.createTables();
    this.sql.exec("DELETE FROM record");
    this.put("tombstone", tombstone);
  }

  private createTables(): void {
    this.sql.exec(
      "CREATE TABLE IF NOT EXISTS record (part TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    );
    createOutbox(this.sql);
  }

  private put(part: Part, value: unknown): void {
    this.sql.exec("REPLACE INTO record (part, value) VALUES (?, ?)", part, JSON.stringify(value));
  }
}
