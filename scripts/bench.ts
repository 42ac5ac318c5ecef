import { cpus, loadavg } from "node:os";
import type { MakeCases, Report } from "./bench/case.ts";
import { openLoad } from "./bench/load/open-load.ts";
import { compare, type Seen } from "./bench/compare.ts";
import { measure } from "./bench/measure.ts";
import type { Bench } from "./bench/start-bench.ts";
import { readTextFiles } from "./dev/read-text-files.ts";
import { takeArguments } from "./instance/take-arguments.ts";

/** Loaded when it is needed: to show the usage, nothing of the product is loaded. */
type Late<T> = () => Promise<T>;

const GROUPS: Readonly<Record<string, Late<MakeCases>>> = {
  kernel: async () => (await import("./bench/cases/kernel.ts")).kernelCases,
  gate: async () => (await import("./bench/cases/gate.ts")).gateCases,
  encryption: async () => (await import("./bench/cases/encryption.ts")).encryptionCases,
  fleet: async () => (await import("./bench/cases/fleet.ts")).fleetCases,
  intel: async () => (await import("./bench/cases/intel.ts")).intelCases,
};
/** Reports on what is no ratio: latencies and sizes, in lines of their own. */
const REPORTS: Readonly<Record<string, readonly Late<Report>[]>> = {
  fleet: [async () => (await import("./bench/reports/fleet-lists.ts")).timeLists],
  intel: [
    async () => (await import("./bench/intel/measure-index.ts")).measureIndex,
    async () => (await import("./bench/intel/beside-crowdsec.ts")).besideCrowdsec,
  ],
  ai: [async () => (await import("./bench/reports/ai.ts")).reportAi],
  portal: [async () => (await import("./bench/reports/portal.ts")).reportPortal],
  inspection: [async () => (await import("./bench/reports/inspection.ts")).reportInspection],
};
/**
 * How often the runtime is started. Isolates differ in speed from one start to the next, so each ratio
 * is a median of several.
 */
const STARTS = 3;
const BLOCKS = 60;

const NAMES = [...new Set([...Object.keys(GROUPS), ...Object.keys(REPORTS)])];
const USAGE = `npm run bench [-- <group> ...]

  Measures all groups, or those that are named, beside the references.

  groups         ${NAMES.join(", ")}
  BENCH_STARTS   how often the runtime is started, ${STARTS} without it
  BENCH_BLOCKS   how many tenths of a second either side of a ratio has, ${BLOCKS} without it`;

const { names: asked, counts } = takeArguments(USAGE, {
  names: NAMES,
  counts: { BENCH_STARTS: STARTS, BENCH_BLOCKS: BLOCKS },
});
const starts = counts.get("BENCH_STARTS") ?? STARTS;
const blocks = counts.get("BENCH_BLOCKS") ?? BLOCKS;
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);
const withCases = Object.keys(GROUPS).some(isAsked);
const chosen = Object.entries(GROUPS).filter(
  ([name]) => withCases && (name === "kernel" || isAsked(name)),
);
const reports = Object.entries(REPORTS).flatMap(([name, all]) => (isAsked(name) ? all : []));
readTextFiles();
const load = openLoad();
const { model = "unknown" } = cpus()[0] ?? {};
console.log(`${model}, ${cpus().length} cores, Node ${process.version}, load by ${load.name}`);
console.log(`load average at the start ${loadavg()[0]?.toFixed(1)}`);
if (withCases) await compareCases();
if (reports.length > 0) await tellReports();
console.log(`\nload average at the end ${loadavg()[0]?.toFixed(1)}`);

async function compareCases(): Promise<void> {
  console.log(
    `medians of ${starts} starts of the runtime, in each ${blocks} tenths of a second a side\n`,
  );
  const seen: Seen[] = [];
  for (let start = 0; start < starts; start += 1) {
    await withBench(async (bench) => {
      const made = chosen.map(async ([, late]) => (await late())(bench));
      const cases = (await Promise.all(made)).flat();
      const results = await measure(bench, load, cases, blocks);
      const notes = new Map<string, string>();
      for (const { name, after } of cases) {
        const requests = results.get(name)?.requests ?? 0;
        if (after !== undefined) notes.set(name, await after(bench, requests));
      }
      seen.push({ cases, results, notes });
    });
  }
  for (const line of compare(seen)) console.log(line);
}

async function tellReports(): Promise<void> {
  await withBench(async (bench) => {
    for (const late of reports) {
      const report = await late();
      console.log("");
      for await (const line of report(bench, load)) console.log(line);
    }
  });
}

async function withBench(act: (bench: Bench) => Promise<void>): Promise<void> {
  // The runtime and wrangler, which are not needed to show the usage.
  const { startBench } = await import("./bench/start-bench.ts");
  const bench = await startBench();
  try {
    await act(bench);
  } finally {
    await bench.stop();
  }
}
