import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FLEET_GROUPS } from "../../src/fleet-api.ts";
import { INTEL_GROUPS } from "../../src/intel-api.ts";
import { PORTAL_GROUPS } from "../../src/portal/index.ts";
import type { Bundle } from "../bench/bundle.ts";

const RUNS = 5;
const PROGRAM = join(import.meta.dirname, "first-request.ts");

export interface FirstRequest {
  path: string;
  ms: number;
}

/**
 * Measures the first request for each group of routes, the most expensive first. Each runs in a process
 * of its own, and the quickest of several counts. It runs in Node, because a Worker's clock stands
 * still.
 */
export function timeFirstRequests({ script, data }: Bundle): FirstRequest[] {
  const folder = mkdtempSync(join(tmpdir(), "rampart-first-"));
  const file = join(folder, "index.mjs");
  try {
    writeFileSync(file, script);
    for (const { name, bytes } of data) writeFileSync(join(folder, name), bytes);
    const paths = [...PORTAL_GROUPS, ...INTEL_GROUPS, ...FLEET_GROUPS].map(({ at }) => one(at));
    return ["/healthz", ...new Set(paths)]
      .map((path) => ({ path, ms: quickest(file, path) }))
      .toSorted((first, second) => second.ms - first.ms);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function one([pattern = "/"]: readonly string[]): string {
  return pattern.replace(/\/\*$/, "").replaceAll(/(?<=\/):[a-zA-Z]+/g, "demo");
}

function quickest(file: string, path: string): number {
  const flags = ["--disable-warning=ExperimentalWarning", PROGRAM, file, path];
  const times = Array.from({ length: RUNS }, () =>
    Number(execFileSync(process.execPath, flags, { encoding: "utf8" })),
  );
  return Math.min(...times);
}
