import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";

const OWNER_ONLY = 0o600;

/**
 * Writes a file wholly or not at all, readable by its owner alone: a secret that is cut short would be
 * lost.
 */
export function writeWhole(file: string, text: string): void {
  // The target of a link is written, because a rename would replace the link by a file.
  const target = existsSync(file) ? realpathSync(file) : file;
  // In a folder that others share, such as /dev/shm, a file with a name that can be guessed may be
  // there already.
  const beside = `${target}.${randomUUID()}`;
  try {
    writeFileSync(beside, text, { mode: OWNER_ONLY, flag: "wx", flush: true });
    renameSync(beside, target);
  } finally {
    rmSync(beside, { force: true });
  }
}
