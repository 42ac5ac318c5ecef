import { MANIFEST_FILE } from "../segments/manifest.ts";

/** What sources show whose manifest is lost. */
export const LOST = `The file ${MANIFEST_FILE} is missing, which names the segments of all sources: put back a copy of it, or load all feeds again.`;

/** What one shows whose segment cannot be read, for SQL: as `DamagedSource` says it. */
export const DAMAGED = "The segment intel/segments/% is damaged: %";
const DAMAGED_BEGINS = new RegExp(`^${DAMAGED.replaceAll("%", ".*")}`);

/** Whether a source fails for what is stored of it, and not for what its publisher sent. */
export function isDamage(lastError: string): boolean {
  return lastError === LOST || DAMAGED_BEGINS.test(lastError);
}
