import { readFileSync } from "node:fs";
import { namesOfVars } from "./names-of-vars.ts";

/**
 * For what reads wrangler.toml in this process: with secrets required there, wrangler takes the
 * shell's variables for settings, and says which secrets it found in none.
 */
export function hideShell(): void {
  for (const name of namesOfVars(readFileSync("wrangler.toml", "utf8"))) delete process.env[name];
  process.env["WRANGLER_LOG"] ??= "error";
}
