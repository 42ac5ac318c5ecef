import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TICK_US = 10_000;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** CPU time that workerd has used so far, in microseconds; steadier than throughput. Linux only. */
export function runtimeCpu(): number | undefined {
  try {
    const pid = execFileSync("pgrep", ["-P", String(process.pid), "workerd"])
      .toString()
      .trim();
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * TICK_US;
  } catch {
    return undefined;
  }
}
