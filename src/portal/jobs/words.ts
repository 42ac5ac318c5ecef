import type { Cron, JobName } from "../../platform/index.ts";
import { partOf, readWords, withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";
import codes from "./codes.txt";

export const jobWords = withSpanish(
  {
    title: "Scheduled jobs",
    lead: "What the platform does by itself, when it did so last, and how that ended. A job that fails runs again at its next turn.",
    database: (share: string) =>
      `The database holds ${share} of what it can. From 80% on, clean inspections go before their time.`,
    job: "Job",
    turn: "Runs",
    began: "Last run",
    took: "Milliseconds",
    end: "How it ended",
    succeeded: "Last success",
    well: "succeeded",
    failed: "failed",
    late: "late",
    notYet: "not yet",
  },
  spanish,
  {
    database: (share: string) =>
      `La base de datos contiene el ${share} de lo que puede. Desde el 80 %, las inspecciones limpias se eliminan antes de su plazo.`,
  },
);

export const cronWords = readWords<Cron>(partOf(codes, "crons"));

export const jobNames = readWords<JobName>(partOf(codes, "jobs"));
