import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";

const OWNER_ONLY = 0o600;

/** All or nothing, for its owner alone: a secret that is cut short would be a lost one. */
export function writeWhole(file: string, text: string): void {
  // A link is written through, since a rename would put a file in its place.
  const target = existsSync(file) ? realpathSync(file) : file;
  // In a folder of everybody's, such as /dev/shm, a name that can be guessed may be there already.
  const beside = `${target}.${randomUUID()}`;
  try {
    writeFileSync(beside, text, { mode: OWNER_ONLY, flag: "wx", flush: true });
    renameSync(beside, target);
  } finally {
    rmSync(beside, { force: true });
  }
}
