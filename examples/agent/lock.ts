import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Locks the directory for this process until it ends. Returns the process that holds the lock, if there
 * is one.
 */
export function takeLock(dir: string): number | undefined {
  const path = join(dir, "lock");
  const own = `${process.pid} ${bootId()}`;
  try {
    writeFileSync(path, own, { flag: "wx" });
  } catch (error) {
    if (!isCalled(error, "EEXIST")) throw error;
    const [holder = 0, boot] = readFileSync(path, "utf8").split(" ");
    const isOfThisBoot = boot === undefined || boot === bootId();
    const pid = Number(holder);
    if (pid !== process.pid && isOfThisBoot && isAlive(pid)) return pid;
    // Left behind by a process that was killed.
    writeFileSync(path, own);
  }
  process.on("exit", () => rmSync(path, { force: true }));
  return undefined;
}

/**
 * Returns the id of the system's present start: after a restart process ids belong to other processes.
 * Empty if the system has no such id.
 */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    // A process of another user is alive all the same.
    return isCalled(error, "EPERM");
  }
}

function isCalled(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
