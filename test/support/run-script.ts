import { spawn } from "node:child_process";
import { MINUTE_MS } from "../../src/platform/spans.ts";

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** A command that hangs is ended before its test times out. */
const MOST_MS = MINUTE_MS;

/**
 * Runs a command of package.json with these arguments and settings, without the second that npm itself
 * takes.
 */
export function runScript(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: MOST_MS,
    env: { ...process.env, ...env },
  });
  const ran: Ran = { code: null, out: "", err: "" };
  child.stdout.on("data", (piece: Buffer) => (ran.out += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (ran.err += piece.toString()));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ ...ran, code }));
  });
}
