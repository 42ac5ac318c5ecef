import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

interface Process {
  pid: number;
  parent: number;
  state: string;
}

/** Returns a process and everything that it started, directly or not. */
export function familyOf(pid: number): number[] {
  const all = listProcesses();
  const family = [pid];
  for (const member of family) {
    family.push(...all.filter(({ parent }) => parent === member).map((child) => child.pid));
  }
  return family;
}

/** Returns those that still run. A zombie, which has ended but was not waited for, does not count. */
export function stillRunning(pids: readonly number[]): number[] {
  const running = listProcesses().filter(({ state }) => !state.startsWith("Z"));
  return running.map(({ pid }) => pid).filter((pid) => pids.includes(pid));
}

function listProcesses(): Process[] {
  return existsSync("/proc/self/stat") ? fromProc() : fromPs();
}

function fromProc(): Process[] {
  const found: Process[] = [];
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = read(`/proc/${name}/stat`);
    // The name of the program is in brackets and may have any characters.
    const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (stat !== "") found.push({ pid: Number(name), parent: Number(parent), state });
  }
  return found;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process ended in between.
    return "";
  }
}

function fromPs(): Process[] {
  const lines = execFileSync("ps", ["-axo", "pid=,ppid=,stat="], { encoding: "utf8" }).split("\n");
  return lines.map((line) => {
    const [pid = "", parent = "", state = ""] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state };
  });
}
