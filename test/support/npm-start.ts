import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { familyOf, stillRunning } from "./processes.ts";

const READY = /Rampart runs/;
const END_WITHIN_MS = 10_000;

export interface Ports {
  port: number;
  mtlsPort: number;
}

export interface Started extends Ports {
  child: ChildProcess;
  /** Everything printed so far. */
  output: () => string;
  /** Resolves when the text has been printed or the process has ended. */
  ready: Promise<unknown>;
  ended: Promise<number | null>;
}

export async function twoPorts(): Promise<Ports> {
  return { port: await freePort(), mtlsPort: await freePort() };
}

/** Runs `npm start` as a person would, in a process group of its own, as a terminal does. */
export function npmStart(stateDir: string, ports: Ports, ...args: string[]): Started {
  return start("npm", ["start", ...(args.length > 0 ? ["--", ...args] : [])], stateDir, ports);
}

/**
 * Runs what npm would run, without the second that npm itself takes: for what is printed before
 * anything starts.
 */
export function startItself(stateDir: string, ports: Ports, env?: NodeJS.ProcessEnv): Started {
  return start(process.execPath, ["scripts/dev/start.ts"], stateDir, ports, env);
}

function start(
  program: string,
  args: string[],
  stateDir: string,
  ports: Ports,
  env: NodeJS.ProcessEnv = {},
): Started {
  const child = spawn(program, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(ports.port),
      MTLS_PORT: String(ports.mtlsPort),
      RAMPART_STATE_DIR: stateDir,
      // The shell's variables must not reach the Worker: with this one no bearer token would be
      // accepted.
      OIDC_ISSUERS: "of the shell",
      // The shell's proxy must not get our own calls either.
      NODE_USE_ENV_PROXY: "1",
      HTTP_PROXY: "http://127.0.0.1:9",
      ...env,
    },
  });
  let text = "";
  const ended = new Promise<number | null>((done) => {
    child.once("close", (code) => done(code));
  });
  const printed = new Promise<void>((done) => {
    const hear = (piece: Buffer) => {
      text += piece.toString();
      if (READY.test(text)) done();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
  });
  const ready = Promise.race([printed, ended]);
  return { ...ports, child, output: () => text, ready, ended };
}

/**
 * Sends a signal to a process, or to a group if negative; returns the processes of the family that are
 * still there.
 */
export async function endBy(
  started: Started,
  signal: NodeJS.Signals,
  target: number,
): Promise<number[]> {
  const family = familyOf(pidOf(started));
  process.kill(target, signal);
  const until = Date.now() + END_WITHIN_MS;
  while (Date.now() < until && stillRunning(family).length > 0) await sleep(50);
  return stillRunning(family);
}

export function pidOf({ child }: Started): number {
  if (child.pid === undefined) throw new Error("npm could not be run.");
  return child.pid;
}

/**
 * Kills what is left at the end of a test, which may have failed halfway. The Worker's processes end
 * with it.
 */
export function kill(started: Started): void {
  try {
    process.kill(-pidOf(started), "SIGKILL");
  } catch {
    // The processes have ended already.
  }
}
