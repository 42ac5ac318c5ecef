import { readFileSync } from "node:fs";
import * as z from "zod";

const LINES_OF_A_FAILURE = 3;
const LAST_LINES = 40;
const UNHANDLED = "Unhandled Errors";

const reports = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Reads the report that vitest has written; undefined if it did not get so far. */
export function readReport(file: string) {
  let report;
  try {
    report = reports.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap(failuresOf),
  };
}

type FileReport = z.infer<typeof reports>["testResults"][number];

/** The failures of a test file. If it could not be run at all there is only its message. */
function failuresOf({ name, status, message, assertionResults }: FileReport): string[] {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [`FAILED ${name}\n${message}`] : [];
  return failed.map(({ fullName, failureMessages }) => {
    const why = (failureMessages ?? []).map((each) => firstLines(each)).join("\n");
    return `FAILED ${name} > ${fullName}\n${why}`;
  });
}

function firstLines(message: string): string {
  return message.split("\n").slice(0, LINES_OF_A_FAILURE).join("\n");
}

/**
 * Gives the end of the output if a stage failed without a failed test: from the first unhandled error
 * on, or else the last lines.
 */
export function lastWords(name: string, output: string): string[] {
  const at = output.indexOf(UNHANDLED);
  const lines = (at === -1 ? output : output.slice(at)).trimEnd().split("\n");
  const kept = at === -1 ? lines.slice(-LAST_LINES) : lines.slice(0, LAST_LINES);
  return [`FAILED ${name}`, ...kept];
}
