import { createOutbox } from "../../events/outbox.ts";
import type { AgentRecord, Pulse, Tombstone } from "./record.ts";

type Part = keyof AgentRecord | "tombstone";

/**
 * The object's own table: one row for each part of the record, read once when it wakes. It and that of
 * the events are made with the first thing to keep: an id that no agent has leaves no object.
 */
export class RecordStore {
  private readonly sql: SqlStorage;
  /** As it was read or written last. */
  private pulse: Pulse | undefined;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    if (this.isKept) this.createTables();
  }

  /** Whether anything was ever kept here; to ask stores nothing. */
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

  /** The identity is what a record begins with, and never changes. */
  write<P extends keyof AgentRecord>(part: P, value: AgentRecord[P]): void {
    if (part === "identity") this.createTables();
    if (part === "pulse") this.pulse = value as Pulse;
    this.put(part, value);
  }

  /** Whether counts are in memory alone. */
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
