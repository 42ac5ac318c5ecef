import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The last run of each scheduled job that came to its end. */
export const jobRuns = sqliteTable("job_runs", {
  job: text("job").primaryKey(),
  startedAt: integer("started_at").notNull(),
  endedAt: integer("ended_at").notNull(),
  /** Why it failed; null: it succeeded. */
  reason: text("reason"),
  /** When a run began that succeeded. */
  succeededAt: integer("succeeded_at"),
});
