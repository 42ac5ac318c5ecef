import { JOB_SCHEDULE, type Cron, type JobRun } from "../../platform/index.ts";

/** One missed turn is not reported. */
const LATE_AFTER_TURNS = 2;

export const CRONS = Object.keys(JOB_SCHEDULE) as Cron[];

/** Whether a job that has run before should have run again by now. */
export function isLate(cron: Cron, run: JobRun | undefined, now: number): boolean {
  return run !== undefined && now - run.startedAt > LATE_AFTER_TURNS * JOB_SCHEDULE[cron].everyMs;
}

/** The jobs whose last run failed, or that are late. */
export function findTroubled(runs: readonly JobRun[], now: number): JobRun[] {
  return runs.filter((run) => {
    const cron = CRONS.find((one) => JOB_SCHEDULE[one].jobs.some((job) => job === run.job));
    return cron !== undefined && (run.reason !== null || isLate(cron, run, now));
  });
}
