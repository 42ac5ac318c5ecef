import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { takeArguments } from "./instance/take-arguments.ts";

const MAX_BYTES = 1.5 * 1024 * 1024;
const MAX_START_MS = 60;
const MAX_FIRST_MS = 15;
/**
 * How often the start is measured. The quickest counts, because other work on the machine only adds
 * time.
 */
const RUNS = 5;

const USAGE = `npm run size [-- --first]

  How big the script of a deployment is, and what its start costs.

  --first   also what the first request for each group of routes costs`;

const { switches } = takeArguments(USAGE, { switches: ["first"] });
// Bundler and routes, which are not needed to show the usage.
const { bundle } = await import("./bench/bundle.ts");
const built = bundle();
const { script, data } = built;
const bytes = Buffer.byteLength(script);
const kib = (count: number) => `${(count / 1024).toFixed(0)} KiB`;
console.log(
  `minified ${kib(bytes)}, gzipped ${kib(gzipSync(script).length)}: ${verdict(bytes, MAX_BYTES, kib)}`,
);
for (const { bytes: beside } of data) console.log(`data beside it ${kib(beside.length)}`);
const starts = Array.from({ length: RUNS }, startMs).toSorted((one, other) => one - other);
const ms = (time: number) => `${time.toFixed(0)} ms`;
console.log(
  `start ${starts.map((time) => time.toFixed(0)).join(", ")} ms of CPU: ${verdict(starts[0] ?? 0, MAX_START_MS, ms)}`,
);
if (switches.has("first")) await showFirstRequests();
console.log(`${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}`);

async function showFirstRequests(): Promise<void> {
  const { timeFirstRequests } = await import("./size/time-first-requests.ts");
  const firsts = timeFirstRequests(built);
  for (const { path, ms: cost } of firsts) console.log(`${cost.toFixed(1).padStart(6)}  ${path}`);
  const [dearest] = firsts;
  console.log(`dearest first request ${verdict(dearest?.ms ?? 0, MAX_FIRST_MS, ms)}`);
}

function verdict(seen: number, limit: number, name: (value: number) => string): string {
  return `${name(seen)} of at most ${name(limit)}, ${seen <= limit ? "reached" : "missed"}`;
}

/**
 * Returns the milliseconds that `wrangler check startup` calls active; its samples cover the script's
 * top level.
 */
function startMs(): number {
  const folder = mkdtempSync(join(tmpdir(), "rampart-start-"));
  try {
    const flags = ["check", "startup", "--args=--minify", "--outfile", join(folder, "profile")];
    const said = execFileSync("wrangler", flags, {
      encoding: "utf8",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    });
    const active = /Active: ([\d.]+) ms/.exec(said)?.[1];
    if (active === undefined)
      throw new Error(`wrangler did not say how long the start took:\n${said}`);
    return Number(active);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
