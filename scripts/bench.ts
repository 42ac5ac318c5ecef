import { cpus, loadavg } from "node:os";
import { argv } from "node:process";
import type { MakeCases } from "./bench/case.ts";
import { encryptionCases } from "./bench/cases/encryption.ts";
import { fleetCases } from "./bench/cases/fleet.ts";
import { gateCases } from "./bench/cases/gate.ts";
import { kernelCases } from "./bench/cases/kernel.ts";
import { openLoad } from "./bench/load.ts";
import { measure, type Result } from "./bench/measure.ts";
import { timeLists } from "./bench/reports/fleet-lists.ts";
import { type Bench, startBench } from "./bench/start-bench.ts";

const GROUPS: Readonly<Record<string, MakeCases>> = {
  kernel: kernelCases,
  gate: gateCases,
  encryption: encryptionCases,
  fleet: fleetCases,
};
/** What is not a load but a time: told after the cases of its group. */
const REPORTS: Readonly<Record<string, (bench: Bench) => Promise<string[]>>> = {
  fleet: timeLists,
};
const TURNS = Number(process.env["BENCH_TURNS"] ?? 7);

/** `npm run bench`, or `npm run bench -- gate` for one group beside the references. */
const asked = argv.slice(2);
const chosen = Object.entries(GROUPS).filter(
  ([name]) => name === "kernel" || asked.length === 0 || asked.includes(name),
);
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
  for (const [name, report] of Object.entries(REPORTS)) {
    if (chosen.some(([group]) => group === name)) {
      console.log(["", ...(await report(bench))].join("\n"));
    }
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
