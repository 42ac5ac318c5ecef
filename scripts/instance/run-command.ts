import { isPlain } from "../dev/failure.ts";

export const DONE = 0;
const FAILED = 1;
export const MISUSED = 2;

/** A command line that cannot be understood; the usage is shown with it. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

/** Whether the command line asks for the usage. */
export function asksForHelp(): boolean {
  const argv = process.argv.slice(2);
  return argv.includes("--help") || argv.includes("-h");
}

/** Words for a command line that cannot be understood, with the usage below. */
export function sayMisuse(error: Error, usage: string): string {
  // Node goes on about arguments that begin with a dash, which no command here takes.
  const [what = ""] = error.message.split(". To specify ");
  return `${what.replace(/\.?$/, ".")}\n\n${usage}`;
}

/**
 * Runs a command and sets the exit code of the process. A failure prints one line, misuse prints the
 * usage, and so does help, which is no failure.
 */
export async function runCommand(usage: string, run: () => Promise<number>): Promise<void> {
  if (asksForHelp()) {
    console.log(usage);
    return;
  }
  // A program that reads our output may end, as `head` does: the work goes on to its end.
  process.stdout.on("error", () => {});
  try {
    process.exitCode = await run();
  } catch (error) {
    if (isMisuse(error)) {
      console.error(sayMisuse(error, usage));
      process.exitCode = MISUSED;
      return;
    }
    console.error(isPlain(error) ? error.message : error);
    process.exitCode = FAILED;
  }
}

/** Whether an error is a Misuse of ours or one of Node's `parseArgs`. */
export function isMisuse(error: unknown): error is Error {
  if (error instanceof Misuse) return true;
  if (!(error instanceof Error) || !("code" in error)) return false;
  return String(error.code).startsWith("ERR_PARSE_ARGS");
}
