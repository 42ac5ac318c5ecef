import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./failure.ts";

const OWNER_ONLY = 0o700;

/**
 * Makes a folder and those above it. Node's own `recursive` never ends if the system says that a folder
 * is missing whose parent is there, as under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: OWNER_ONLY });
  } catch (error) {
    // Another start may have made it at this moment.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
