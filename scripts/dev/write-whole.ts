import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";

const OWNER_ONLY = 0o600;

/** All or nothing, for its owner alone: a secret that is cut short would be a lost one. */
export function writeWhole(file: string, text: string): void {
  // In a folder of everybody's, such as /dev/shm, a name that can be guessed may be there already.
  const beside = `${file}.${randomUUID()}`;
  try {
    writeFileSync(beside, text, { mode: OWNER_ONLY, flag: "wx", flush: true });
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}
