import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VARIABLE = "RAMPART_TEST_RUN";

/**
 * Makes a folder for what is made once and used by all, before the first file; gives a function that
 * removes it after the last.
 */
export default function openRunFolder(): () => void {
  if (process.env[VARIABLE] !== undefined) return () => {};
  const folder = mkdtempSync(join(tmpdir(), "rampart-run-"));
  process.env[VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

export function runFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined) throw new Error(`${VARIABLE} is not set: run it by vitest.`);
  return folder;
}
