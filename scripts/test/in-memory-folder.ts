import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Several times what the stores of all tests need. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Makes a folder in memory; undefined if there is no such place or too little room (as in many
 * containers).
 */
export function inMemoryFolder(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM_BYTES) return undefined;
  try {
    return mkdtempSync(join(MEMORY, "rampart-test-"));
  } catch {
    return undefined;
  }
}
