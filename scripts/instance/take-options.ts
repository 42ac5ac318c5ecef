import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { keptByNpm } from "./kept-by-npm.ts";
import { Misuse } from "./run-command.ts";

/** Reads the command line of a command that has options. */
export function takeOptions<const T extends ParseArgsOptionsConfig>(
  options: T,
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
) {
  const kept = keptByNpm(Object.keys(options), env);
  if (kept !== undefined) {
    throw new Misuse(`npm kept --${kept} for itself: write -- before the command, as here.`);
  }
  return parseArgs({ args: [...args], allowPositionals: true, options });
}
