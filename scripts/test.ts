import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";

interface Stage {
  name: string;
  command: readonly string[];
  /** Whether vitest runs it, so that its tests can be counted. */
  counted?: boolean;
}

/**
 * In this order, from the quickest to the slowest; the first that fails is the last that runs.
 * With `--static` only those that run no test: `npm run check`.
 */
const STAGES: readonly Stage[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "dead code", command: ["knip"] },
  { name: "unit, worker, isolated", command: vitest("unit", "worker", "isolated"), counted: true },
  { name: "end to end, browser", command: vitest("e2e", "browser"), counted: true },
];

const counts = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
});

const folder = mkdtempSync(join(tmpdir(), "rampart-test-"));
const lines: string[] = [];
const total = { passed: 0, failed: 0, skipped: 0 };
let failure: string | undefined;
try {
  const wanted = process.argv.includes("--static")
    ? STAGES.filter(({ counted }) => !counted)
    : STAGES;
  for (const stage of wanted) {
    if (!run(stage)) {
      failure = stage.name;
      break;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(["", ...lines, "", ...sum()].join("\n"));
if (failure !== undefined) console.error(`Failed at: ${failure}`);
process.exit(failure === undefined ? 0 : 1);

function vitest(...projects: string[]): string[] {
  return ["vitest", "run", ...projects.flatMap((project) => ["--project", project])];
}

function run({ name, command: [program = "", ...rest], counted = false }: Stage): boolean {
  console.log(`\n— ${name}`);
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const startedAt = performance.now();
  const { status } = spawnSync(program, counted ? [...rest, ...reporters] : rest, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  const passed = status === 0;
  lines.push(
    `${passed ? "ok    " : "FAILED"} ${seconds} s  ${name}${counted ? count(report) : ""}`,
  );
  return passed;
}

/** Adds up what vitest has written; nothing, when it did not come so far. */
function count(report: string): string {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = counts.parse(
      JSON.parse(readFileSync(report, "utf8")),
    );
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    total.skipped += numPendingTests;
    rmSync(report);
    return ` (${numPassedTests} tests)`;
  } catch {
    return "";
  }
}

function sum(): string[] {
  const { passed, failed, skipped } = total;
  if (passed + failed + skipped === 0) return [];
  return [`${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`, ""];
}
