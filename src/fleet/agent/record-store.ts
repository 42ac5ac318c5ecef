import type { AgentRecord, Tombstone } from "./record.ts";

type Part = keyof AgentRecord | "tombstone";

/** The object's own table: one row for each part of the record, read once when it wakes. */
export class RecordStore {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.createTables();
  }

  createTables(): void {
    this.sql.exec(
      "CREATE TABLE IF NOT EXISTS record (part TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    );
  }

  read(): { record: AgentRecord | undefined; tombstone: Tombstone | undefined } {
    const rows = this.sql.exec<{ part: Part; value: string }>("SELECT part, value FROM record");
    const parts = new Map(rows.toArray().map(({ part, value }) => [part, JSON.parse(value)]));
    const tombstone = parts.get("tombstone") as Tombstone | undefined;
    if (!parts.has("identity")) return { record: undefined, tombstone };
    const record = Object.fromEntries(parts) as unknown as AgentRecord;
    return { record, tombstone };
  }

  write<P extends keyof AgentRecord>(part: P, value: AgentRecord[P]): void {
    this.put(part, value);
  }

  replaceByTombstone(tombstone: Tombstone): void {
    this.sql.exec("DELETE FROM record");
    this.put("tombstone", tombstone);
  }

  private put(part: Part, value: unknown): void {
    this.sql.exec("REPLACE INTO record (part, value) VALUES (?, ?)", part, JSON.stringify(value));
  }
}
