import { MANIFEST_FILE } from "../segments/manifest.ts";

/** The error of sources while the manifest that lists them is lost. */
export const LOST = `The file ${MANIFEST_FILE} is missing, which names the segments of all sources: put back a copy of it, or load all feeds again.`;

/** The error of a source whose segment cannot be read (`DamagedSource`), as a pattern of SQL. */
export const DAMAGED = "The segment intel/segments/% is damaged: %";
const DAMAGED_BEGINS = new RegExp(`^${DAMAGED.replaceAll("%", ".*")}`);

/** Whether a source fails because of our stored file, and not because of its publisher. */
export function isDamage(lastError: string): boolean {
  return lastError === LOST || DAMAGED_BEGINS.test(lastError);
}
