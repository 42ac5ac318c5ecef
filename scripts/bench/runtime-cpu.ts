import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TICK_US = 10_000;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/**
 * Returns the CPU time that workerd has used so far, in microseconds; it is steadier than throughput.
 * Linux only.
 */
export function runtimeCpu(): number | undefined {
  const fields = readOfRuntime("stat")?.split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
  return Number.isNaN(ticks) ? undefined : ticks * TICK_US;
}

/** Returns the memory of workerd, in bytes. Linux only. */
export function runtimeMemory(): number | undefined {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readOfRuntime("status") ?? "") ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024;
}

function readOfRuntime(file: string): string | undefined {
  try {
    const pid = execFileSync("pgrep", ["-P", String(process.pid), "workerd"])
      .toString()
      .trim();
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
