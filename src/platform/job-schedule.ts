import { DAY_MS, HOUR_MS, MINUTE_MS } from "./spans.ts";

/** As `crons` in wrangler.toml: how far apart its turns are, and what each turn runs. */
export const JOB_SCHEDULE = {
  "* * * * *": {
    everyMs: MINUTE_MS,
    // Events come by the thousand a second: what one turn an hour may forget, they bring in minutes.
    jobs: ["sweepEvents", "refreshSources", "eraseTenants", "forgetDoneEvents"],
  },
  // What grows by itself: one turn a day would delete less of it than a busy day brings.
  "7 * * * *": {
    everyMs: HOUR_MS,
    jobs: [
      "rotateRoots",
      "purgeInspections",
      "forgetDeadEvents",
      "forgetOldEvents",
      "forgetOldUsage",
      "forgetOldEnrolments",
      "moveAudit",
      "moveAiCalls",
    ],
  },
  "17 3 * * *": {
    everyMs: DAY_MS,
    jobs: ["forgetOldSignIns", "forgetEndedCredentials", "forgetOldActions", "sweepSegments"],
  },
} as const;

export type Cron = keyof typeof JOB_SCHEDULE;
export type JobName = (typeof JOB_SCHEDULE)[Cron]["jobs"][number];
