import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { jobRuns } from "./tables.ts";

const MAX_REASON = 500;

export type JobRun = typeof jobRuns.$inferSelect;

/** Keeps how a run ended, unless a run that began later is kept already. */
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

/** One row for each job that has ever come to an end, so no more than there are jobs. */
export async function listRuns(db: Database): Promise<JobRun[]> {
  return db.select().from(jobRuns);
}
