import { forgetOldActions, giveUpLost, moveAiCalls } from "./ai/jobs.ts";
import { forgetEndedCredentials, forgetOldSignIns, moveAudit } from "./access/jobs.ts";
import { rotateRoots } from "./encryption/jobs.ts";
import { eraseTenants } from "./erase-tenants.ts";
import { forgetDeadEvents, forgetDoneEvents } from "./events/jobs.ts";
import { forgetOldEnrolments, runBulkOrders } from "./fleet/jobs.ts";
import { failureOf } from "./http/index.ts";
import { purgeInspections } from "./inspection/jobs.ts";
import { refreshSources, sweepSegments } from "./intel/jobs.ts";
import {
  database,
  JOB_SCHEDULE,
  recordRun,
  type Cron,
  type JobName,
  type Platform,
} from "./platform/index.ts";
import { forgetOldUsage } from "./tenants/jobs.ts";
import { forgetOldEvents, sweepEvents } from "./webhooks/jobs.ts";

type Job = (env: Cloudflare.Env, platform: Platform) => Promise<void>;

/** The jobs by their names in the schedule. The bundle does not keep the names of functions. */
const JOBS: Readonly<Record<JobName, Job>> = {
  sweepEvents,
  refreshSources,
  eraseTenants,
  rotateRoots,
  purgeInspections,
  forgetDoneEvents,
  runBulkOrders,
  forgetDeadEvents,
  moveAudit,
  moveAiCalls,
  giveUpLost,
  forgetOldEvents,
  forgetOldSignIns,
  forgetEndedCredentials,
  forgetOldUsage,
  forgetOldEnrolments,
  forgetOldActions,
  sweepSegments,
};

/** Runs every job of one cron line. A job that fails does not stop the others. */
export async function runJobs(cron: string, env: Cloudflare.Env, platform: Platform) {
  if (!isCron(cron)) throw new Error(`no job is due at ${cron}`);
  await Promise.all(JOB_SCHEDULE[cron].jobs.map((job) => runJob(job, cron, env, platform)));
}

function isCron(cron: string): cron is Cron {
  return Object.hasOwn(JOB_SCHEDULE, cron);
}

async function runJob(job: JobName, cron: Cron, env: Cloudflare.Env, platform: Platform) {
  const { log, now } = platform;
  const startedAt = now();
  let reason: string | null = null;
  try {
    await JOBS[job](env, platform);
  } catch (error) {
    reason = failureOf(error);
    log({ level: "error", event: "job_failed", cron, job, reason });
  }
  try {
    await recordRun(database(env), { job, startedAt, endedAt: now(), reason });
  } catch (error) {
    log({ level: "error", event: "job_unrecorded", cron, job, reason: failureOf(error) });
  }
}
