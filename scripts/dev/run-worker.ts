import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { askUntilAnswered } from "./ask-until-answered.ts";
import { Failure } from "./failure.ts";

const HOST = "127.0.0.1";
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 5_000;
/** How long the bundler may go on writing after its first error, so that the log has all of it. */
const LAST_WORDS_MS = 500;
/** Not the wrapper in wrangler's `bin`: its child process would be left running when both are ended. */
const WRANGLER = join(import.meta.dirname, "../../node_modules/wrangler/wrangler-dist/cli.js");
const BESIDE = fileURLToPath(import.meta.resolve("./beside-wrangler.ts"));
/** Settings that keep wrangler from the network: a start needs none. */
const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  FORCE_COLOR: "0",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
};
const MAIN = /^main\s*=\s*"([^"]+)"/m;
const COLOUR = new RegExp(String.raw`\u001b\[[0-9;]*m`, "g");

export interface WorkerOptions {
  config: string;
  port: number;
  stateDir: string;
  secretsFile?: string;
  /** Names that must not come from the shell's environment in place of the secrets file. */
  ownNames?: readonly string[];
  logFile: string;
  /** The log file's path as it is shown to people. */
  shownLog: string;
  /** A path that answers 200 once the Worker runs. */
  readyPath: string;
}

export interface RunningWorker {
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>;
  /** From now on errors are shown on the console as well. */
  speakUp: () => void;
  stop: () => Promise<void>;
}

/** Starts `wrangler dev` in a process group of its own. */
export function spawnWorker(
  options: WorkerOptions,
): RunningWorker & { ready: () => Promise<void> } {
  const node = ["--no-warnings", "--require", BESIDE];
  const child = spawn(process.execPath, [...node, WRANGLER, ...argumentsOf(options)], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: environmentOf(options),
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("wrangler cannot be heard.");
  const log = createWriteStream(options.logFile, { flags: "w", mode: 0o600 });
  const broken = new AbortController();
  let isHeard = false;
  const watch = (chunk: Buffer) => {
    if (chunk.includes("[ERROR]")) broken.abort();
  };
  for (const stream of [stdout, stderr]) stream.on("data", watch).pipe(log, { end: false });
  // A Worker that runs goes on without its log; one that is starting does not.
  let unwritten: Error | undefined;
  log.once("error", (error) => {
    unwritten = error;
    for (const stream of [stdout, stderr]) stream.unpipe(log).resume();
    if (isHeard) console.error(`${options.shownLog}: ${error.message}`);
    broken.abort();
  });
  const ended = new Promise<void>((done) => {
    child.once("error", () => done());
    child.once("exit", () => done());
  });
  void ended.then(() => broken.abort());
  return {
    ended,
    speakUp: () => {
      isHeard = true;
      for (const stream of [stdout, stderr]) stream.off("data", watch);
      stderr.pipe(process.stderr, { end: false });
    },
    ready: () =>
      awaitReady(options, broken.signal).catch((error: unknown) => {
        throw unwritten ?? error;
      }),
    stop: async () => {
      await stopGroup(child, ended);
      // Output of the ended process may still arrive, and a log that has ended takes nothing more.
      for (const stream of [stdout, stderr]) stream.unpipe(log).resume();
      log.end();
    },
  };
}

function argumentsOf(options: WorkerOptions): string[] {
  const { config, port, stateDir, secretsFile } = options;
  const secrets = secretsFile === undefined ? [] : ["--env-file", secretsFile];
  // Any free port for the inspector: two starts would race for a fixed one, or for one that was looked
  // for.
  const address = ["--ip", HOST, "--port", String(port), "--inspector-port", "0"];
  const state = ["--persist-to", stateDir, ...secrets];
  const quiet = ["--show-interactive-dev-session", "false"];
  // Without this wrangler warns that nobody runs the scheduled jobs; run-crons.ts does.
  const scheduled = ["--test-scheduled"];
  const dev = ["dev", ...entryOf(config), "--config", config, "--local"];
  return dev.concat(quiet, scheduled, address, state);
}

/**
 * A file that is being written is empty for a moment. Without an entry wrangler ends where it reads it
 * then; of all else that it misses it complains, and takes in what is written next.
 */
function entryOf(config: string): string[] {
  const [, main] = MAIN.exec(readFileSync(config, "utf8")) ?? [];
  return main === undefined ? [] : [join(dirname(config), main)];
}

function environmentOf({ stateDir, ownNames = [] }: WorkerOptions): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...QUIET,
    WRANGLER_REGISTRY_PATH: `${stateDir}/registry`,
  };
  for (const name of ["CLOUDFLARE_ENV", "NO_COLOR", ...ownNames]) delete env[name];
  return env;
}

async function awaitReady(options: WorkerOptions, broken: AbortSignal): Promise<void> {
  const url = `http://${HOST}:${options.port}${options.readyPath}`;
  // The request may be held before the Worker runs, and never be answered if it does not.
  const over = AbortSignal.any([broken, AbortSignal.timeout(READY_WITHIN_MS)]);
  if (await askUntilAnswered(url, over)) return;
  if (!broken.aborted) {
    throw new Failure(
      `The Worker did not answer ${options.readyPath} within ${READY_WITHIN_MS / 1000} s (${options.shownLog}).`,
    );
  }
  await sleep(LAST_WORDS_MS);
  throw new Failure(
    `The Worker did not start: ${firstError(options.logFile)} (${options.shownLog}).`,
  );
}

/** Returns the first line of the log with an error, without colours and marks. */
function firstError(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").replace(COLOUR, "").split("\n");
  const errors = lines.filter((line) => line.includes("[ERROR]"));
  // "Build failed with 2 errors" says less than the first of those errors.
  const told = errors.find((line) => !line.includes("Build failed")) ?? errors[0] ?? "it ended";
  return told.replace(/^.*\[ERROR\]\s*/, "").trim();
}

/** Ends wrangler, which ends its own children; what is left of the group after that is killed. */
async function stopGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.kill("SIGTERM");
  await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
  await ended;
}
