import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The last run of each scheduled job that ended. */
export const jobRuns = sqliteTable("job_runs", {
  job: text("job").primaryKey(),
  startedAt: integer("started_at").notNull(),
  endedAt: integer("ended_at").notNull(),
  /** Why it failed; null: it succeeded. */
  reason: text("reason"),
  /** When a run began that succeeded. */
  succeededAt: integer("succeeded_at"),
});

/** Files that hold rows moved out of an append-only table. A trigger lets no row go without one. */
export const ledgerFiles = sqliteTable(
  "ledger_files",
  {
    ledger: text("ledger").notNull(),
    file: text("file").notNull(),
    /** The keys of the first and of the last of its rows, in the order of the table. */
    firstRow: text("first_row").notNull(),
    lastRow: text("last_row").notNull(),
    lines: integer("lines").notNull(),
    /** When the first and the last of its rows were written. */
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
    movedAt: integer("moved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledger, table.file] }),
    index("ledger_files_last").on(table.ledger, table.lastRow),
  ],
);
