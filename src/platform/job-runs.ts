import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { jobRuns } from "./tables.ts";

const MAX_REASON = 500;

export type JobRun = typeof jobRuns.$inferSelect;

/** Notes how a run of a job ended, unless a later run is noted already. */
export async function recordRun(
  db: Database,
  { reason, ...run }: Omit<JobRun, "succeededAt">,
): Promise<void> {
  const row = {
    ...run,
    reason: reason === null ? null : reason.slice(0, MAX_REASON).toWellFormed(),
    succeededAt: reason === null ? run.startedAt : null,
  };
  const succeededAt = sql`coalesce(excluded.succeeded_at, ${jobRuns.succeededAt})`;
  await db
    .insert(jobRuns)
    .values(row)
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { ...row, succeededAt },
      setWhere: sql`${jobRuns.startedAt} <= excluded.started_at`,
    });
}

/** The last run of each job that has ever ended. */
export async function listRuns(db: Database): Promise<JobRun[]> {
  return db.select().from(jobRuns);
}
