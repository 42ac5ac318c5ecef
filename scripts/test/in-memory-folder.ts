import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Several times what the stores of all tests come to. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** A folder that lies in memory; nothing where there is none, or too little (as in many containers). */
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
