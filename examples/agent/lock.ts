import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Takes the directory for this process until it ends; the process that has it, where one does. */
export function takeLock(dir: string): number | undefined {
  const path = join(dir, "lock");
  const own = String(process.pid);
  try {
    writeFileSync(path, own, { flag: "wx" });
  } catch (error) {
    if (!isCalled(error, "EEXIST")) throw error;
    const holder = Number(readFileSync(path, "utf8"));
    if (holder !== process.pid && isAlive(holder)) return holder;
    // Left behind by one that was killed.
    writeFileSync(path, own);
  }
  process.on("exit", () => rmSync(path, { force: true }));
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // Of another user, it is there all the same.
    return isCalled(error, "EPERM");
  }
}

function isCalled(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
