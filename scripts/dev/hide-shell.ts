import { readFileSync } from "node:fs";
import { namesOfVars } from "./names-of-vars.ts";

/**
 * Hides the shell's variables from code that reads wrangler.toml in this process. As secrets are
 * required there, wrangler would take the variables for settings, and say which secrets it did not
 * find.
 */
export function hideShell(): void {
  for (const name of namesOfVars(readFileSync("wrangler.toml", "utf8"))) delete process.env[name];
  process.env["WRANGLER_LOG"] ??= "error";
}
