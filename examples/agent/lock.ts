import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Takes the directory for this process until it ends; the process that has it, where one does. */
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
    // Left behind by one that was killed.
    writeFileSync(path, own);
  }
  process.on("exit", () => rmSync(path, { force: true }));
  return undefined;
}

/** Where the system starts anew its numbers go to other processes; empty where it has no such id. */
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
    // Of another user, it is there all the same.
    return isCalled(error, "EPERM");
  }
}

function isCalled(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
