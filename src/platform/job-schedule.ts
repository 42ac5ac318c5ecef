import { DAY_MS, HOUR_MS, MINUTE_MS } from "./spans.ts";

/** For each of the `crons` in wrangler.toml: how often it runs, and which jobs. */
export const JOB_SCHEDULE = {
  "* * * * *": {
    everyMs: MINUTE_MS,
    // `forgetDoneEvents` too: events can come by the thousand a second, too many for one turn an hour.
    jobs: ["sweepEvents", "refreshSources", "eraseTenants", "forgetDoneEvents", "runBulkOrders"],
  },
  // For tables that grow by use: one turn a day could not delete as much as a busy day brings.
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
      "giveUpLost",
    ],
  },
  "17 3 * * *": {
    everyMs: DAY_MS,
    jobs: ["forgetOldSignIns", "forgetEndedCredentials", "forgetOldActions", "sweepSegments"],
  },
} as const;

export type Cron = keyof typeof JOB_SCHEDULE;
export type JobName = (typeof JOB_SCHEDULE)[Cron]["jobs"][number];
