import { forgetOldSignIns } from "./access/jobs.ts";
import { rotateRoots } from "./encryption/jobs.ts";
import { forgetDoneEvents } from "./events/jobs.ts";
import { failureOf } from "./http/index.ts";
import { purgeInspections } from "./inspection/jobs.ts";
import { refreshSources, sweepSegments } from "./intel/jobs.ts";
import type { Platform } from "./platform/index.ts";
import { forgetOldEvents, sweepEvents } from "./webhooks/jobs.ts";

type Job = (env: Cloudflare.Env, platform: Platform) => Promise<void>;

/** As `crons` in wrangler.toml. By key, because functions are deployed without their names. */
const JOBS: Readonly<Record<string, Readonly<Record<string, Job>>>> = {
  "* * * * *": { sweepEvents, refreshSources },
  "7 * * * *": { rotateRoots, purgeInspections },
  "17 3 * * *": { forgetDoneEvents, forgetOldEvents, forgetOldSignIns, sweepSegments },
};

/** Runs every job of one cron line; one that fails does not keep the others from running. */
export async function runJobs(cron: string, env: Cloudflare.Env, platform: Platform) {
  const jobs = JOBS[cron];
  if (jobs === undefined) throw new Error(`no job is due at ${cron}`);
  const named = Object.entries(jobs);
  const ends = await Promise.allSettled(named.map(([, run]) => run(env, platform)));
  for (const [at, end] of ends.entries()) {
    if (end.status === "fulfilled") continue;
    const job = named[at]?.[0];
    const reason = failureOf(end.reason);
    platform.log({ level: "error", event: "job_failed", cron, job, reason });
  }
}
