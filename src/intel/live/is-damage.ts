import { MANIFEST_FILE } from "../segments/manifest.ts";

/** What sources show while the manifest that lists them is lost. */
export const LOST = `The file ${MANIFEST_FILE} is missing, which names the segments of all sources: put back a copy of it, or load all feeds again.`;

/**
 * What a source shows whose segment cannot be read, as a pattern of SQL for `DamagedSource`'s
 * words.
 */
export const DAMAGED = "The segment intel/segments/% is damaged: %";
const DAMAGED_BEGINS = new RegExp(`^${DAMAGED.replaceAll("%", ".*")}`);

/**
 * Whether a source fails because of its stored file, and not because of what its publisher sent.
 */
export function isDamage(lastError: string): boolean {
  return lastError === LOST || DAMAGED_BEGINS.test(lastError);
}
