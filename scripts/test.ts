import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { spareLoopback } from "./dev/spare-loopback.ts";
import { takeArguments } from "./instance/take-arguments.ts";
import { inMemoryFolder } from "./test/in-memory-folder.ts";
import { lastWords, readReport } from "./test/read-report.ts";

interface Stage {
  name: string;
  command: readonly string[];
  /** Whether vitest runs it, so that its tests can be counted. */
  counted?: boolean;
  /** Whether its stores may be in memory, where no write waits for a disk. */
  inMemory?: boolean;
  /** Whether it has priority over the others, because it is one long thread. */
  first?: boolean;
}

interface Outcome {
  line: string;
  passed: boolean;
  /**
   * What went wrong. It is printed again at the end, because sometimes little else of the output is
   * kept.
   */
  failures: readonly string[];
}

const CHECKS: readonly Stage[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  // One checker: each further one computes again what all of them need, on cores that have other work.
  { name: "types", command: ["tsc", "--noEmit", "--checkers", "1"] },
  { name: "dead code", command: ["knip"] },
];
/** The lanes run side by side on two cores; each mixes work with waiting. */
const LANES: readonly (readonly Stage[])[] = [
  [{ name: "worker", command: vitest("worker"), counted: true, inMemory: true, first: true }],
  [...CHECKS, { name: "browser", command: vitest("browser"), counted: true, inMemory: true }],
  // Half of their time is waiting for the product that they start, so the two halves run side by side.
  [
    {
      name: "end to end, 1",
      command: [...vitest("e2e"), "--shard=1/2"],
      counted: true,
      inMemory: true,
    },
  ],
  [
    {
      name: "end to end, 2",
      command: [...vitest("e2e"), "--shard=2/2"],
      counted: true,
      inMemory: true,
    },
  ],
];
/** A lane that has finished takes the next of these, so that no lane waits for another. */
const LEFT_FOR_LAST: readonly Stage[] = [
  // Not first: two long threads with priority leave the others no core, and a start then takes a
  // minute.
  { name: "isolated", command: vitest("isolated"), counted: true, inMemory: true },
  { name: "unit", command: vitest("unit"), counted: true },
  { name: "counted", command: vitest("counted"), counted: true },
];

/**
 * The `nice` value of all stages but the one with `first`, which takes longest and must not wait for
 * them.
 */
const BEHIND = 5;

const USAGE = `npm test [-- --all]
npm run check

  Runs the checks and every test; "npm run check" those that run no test.

  --all      the long forms of the tests that have one
  --static   what "npm run check" does`;

const { switches } = takeArguments(USAGE, { switches: ["all", "static"] });
const folder = mkdtempSync(join(tmpdir(), "rampart-test-"));
const memory = inMemoryFolder();
const env = {
  ...process.env,
  ...spareLoopback(process.env),
  ...(switches.has("all") ? { TEST_ALL: "1" } : {}),
  // What is made once, the product's bundle and compiled code, is shared by everything that runs here.
  RAMPART_TEST_RUN: folder,
  NODE_COMPILE_CACHE: join(folder, "compiled"),
  // The linter, the type checker and the bundler collect no garbage below this, which saves a quarter
  // of the work.
  GOGC: "off",
  GOMEMLIMIT: "2GiB",
  // Their threads do not wait for each other either: the other lanes have the second core.
  GOMAXPROCS: "1",
};
const total = { passed: 0, failed: 0, skipped: 0 };
const outcomes: Outcome[] = [];
try {
  const left = [...LEFT_FOR_LAST];
  await (switches.has("static")
    ? runInTurn(CHECKS)
    : Promise.all(LANES.map((lane) => runInTurn(lane, left))));
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
}

console.log(["", ...outcomes.map(({ line }) => line), "", ...sum()].join("\n"));
const passed = outcomes.every((outcome) => outcome.passed);
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(failure);
if (!passed) console.error("Failed.");
process.exit(passed ? 0 : 1);

/**
 * Gives the command. Node reads the configuration: bundled, it would load what only the Worker's
 * project needs.
 */
function vitest(...projects: string[]): string[] {
  return [
    "vitest",
    "run",
    "--configLoader",
    "native",
    ...projects.flatMap((project) => ["--project", project]),
  ];
}

/** Runs a lane's stages in turn, then what is left for last. After a stage that fails the lane ends. */
async function runInTurn(stages: readonly Stage[], left: Stage[] = []): Promise<void> {
  const own = [...stages];
  for (let stage = own.shift(); stage; stage = own.shift() ?? left.shift()) {
    const outcome = await run(stage);
    outcomes.push(outcome);
    if (!outcome.passed) return;
  }
}
/** Runs a stage. Its output is shown when it has ended, so that lanes do not mix. */
async function run(stage: Stage): Promise<Outcome> {
  const { name, command, counted = false, inMemory = false, first = false } = stage;
  const [program = "", ...rest] = command;
  const report = join(folder, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const startedAt = performance.now();
  const running = spawn(program, counted ? [...rest, ...reporters] : rest, {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    env: inMemory && memory !== undefined ? { ...env, TMPDIR: memory } : env,
  });
  if (!first && running.pid !== undefined) setPriority(running.pid, BEHIND);
  const ended = new Promise<boolean>((resolve) => {
    running.once("error", () => resolve(false));
    running.once("close", (status) => resolve(status === 0));
  });
  const [out, err, ok] = await Promise.all([text(running.stdout), text(running.stderr), ended]);
  console.log(`\n— ${name}\n${out}${err}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  const tests = counted ? readReport(report) : undefined;
  total.passed += tests?.passed ?? 0;
  total.failed += tests?.failed ?? 0;
  total.skipped += tests?.skipped ?? 0;
  const many = tests === undefined ? "" : ` (${tests.passed} tests)`;
  const failures = tests?.failures ?? [];
  return {
    line: `${ok ? "ok    " : "FAILED"} ${seconds} s  ${name}${many}`,
    passed: ok,
    failures: ok || failures.length > 0 ? failures : lastWords(name, out + err),
  };
}

function sum(): string[] {
  const { passed: good, failed, skipped } = total;
  if (good + failed + skipped === 0) return [];
  return [`${good} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`, ""];
}
