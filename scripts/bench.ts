import { cpus, loadavg } from "node:os";
import { argv } from "node:process";
import type { MakeCases, Report } from "./bench/case.ts";
import { encryptionCases } from "./bench/cases/encryption.ts";
import { fleetCases } from "./bench/cases/fleet.ts";
import { gateCases } from "./bench/cases/gate.ts";
import { intelCases } from "./bench/cases/intel.ts";
import { kernelCases } from "./bench/cases/kernel.ts";
import { besideCrowdsec } from "./bench/intel/beside-crowdsec.ts";
import { measureIndex } from "./bench/intel/measure-index.ts";
import { openLoad } from "./bench/load.ts";
import { measure, type Result } from "./bench/measure.ts";
import { reportAi } from "./bench/reports/ai.ts";
import { timeLists } from "./bench/reports/fleet-lists.ts";
import { reportPortal } from "./bench/reports/portal.ts";
import { reportInspection } from "./bench/reports/inspection.ts";
import { startBench } from "./bench/start-bench.ts";

const GROUPS: Readonly<Record<string, MakeCases>> = {
  kernel: kernelCases,
  gate: gateCases,
  encryption: encryptionCases,
  fleet: fleetCases,
  intel: intelCases,
};
/** What is no ratio: latencies and sizes, told by each in its own words. */
const REPORTS: Readonly<Record<string, readonly Report[]>> = {
  fleet: [timeLists],
  intel: [measureIndex, besideCrowdsec],
  ai: [reportAi],
  portal: [reportPortal],
  inspection: [reportInspection],
};
const TURNS = Number(process.env["BENCH_TURNS"] ?? 7);

/** `npm run bench`, or `npm run bench -- gate` for one group beside the references. */
const asked = argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);
const withCases = Object.keys(GROUPS).some(isAsked);
const chosen = Object.entries(GROUPS).filter(
  ([name]) => withCases && (name === "kernel" || isAsked(name)),
);
const reports = Object.entries(REPORTS).flatMap(([name, all]) => (isAsked(name) ? all : []));
const load = openLoad();
const bench = await startBench();
try {
  const { model = "unknown" } = cpus()[0] ?? {};
  console.log(`${model}, ${cpus().length} cores, Node ${process.version}, load by ${load.name}`);
  console.log(
    `load average at the start ${loadavg()[0]?.toFixed(1)}, ${TURNS} turns of 1 s each\n`,
  );
  const cases = (await Promise.all(chosen.map(([, make]) => make(bench)))).flat();
  const results = await measure(bench, load, cases, TURNS);
  for (const { name, against, target, after } of cases) {
    const result = results.get(name);
    if (result === undefined) continue;
    const reference = against === undefined ? undefined : results.get(against);
    console.log(lineOf(name, result, reference, against, target));
    if (after !== undefined) console.log(`    ${await after(bench, result.requests)}`);
  }
  for (const report of reports) {
    console.log("");
    for await (const line of report(bench, load)) console.log(line);
  }
  console.log(`\nload average at the end ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await bench.stop();
}

function lineOf(
  name: string,
  { perSecond, cpuMicros }: Result,
  reference: Result | undefined,
  against: string | undefined,
  target: number | undefined,
): string {
  const cpu = cpuMicros === undefined ? "" : `${cpuMicros.toFixed(0).padStart(6)} us CPU`;
  const line = `${name.padEnd(24)}${perSecond.toFixed(0).padStart(8)}/s${cpu}`;
  if (reference === undefined) return line;
  const ratio = perSecond / reference.perSecond;
  const byCpu =
    cpuMicros === undefined || reference.cpuMicros === undefined
      ? ""
      : ` (by CPU ${(reference.cpuMicros / cpuMicros).toFixed(2)})`;
  const verdict = target === undefined ? "" : ratio >= target ? ", reached" : ", missed";
  const goal = target === undefined ? "" : ` of ${target}`;
  return `${line}   ${ratio.toFixed(2)}${goal} x ${against}${byCpu}${verdict}`;
}
