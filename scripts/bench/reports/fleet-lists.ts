import { fillFleet } from "../../../test/support/fill-fleet.ts";
import type { Bench } from "../start-bench.ts";

const AGENTS = 100_000;
const TENANTS = 20;
const TURNS = 40;
const LIMIT_MS = 300;
const P95 = 0.95;

const PATHS = [
  "/agents",
  "/agents?page=500&limit=200",
  "/agents?tenant=tenant-3",
  "/agents?tenant=tenant-3&status=offline",
  "/agents?status=degraded",
  "/agents?status=missing",
  "/agents?status=active&role=gateway&region=eu",
  "/agents?q=host-99999",
  "/admin/fleet/collectors?status=stale&q=10.0.7",
  "/admin/fleet/summary",
];

/** Measures single calls, one after the other, with 100,000 agents in the database. */
export async function* timeLists(bench: Bench): AsyncGenerator<string> {
  for (const statement of fillFleet(AGENTS, TENANTS, Date.now())) {
    await bench.database.prepare(statement).run();
  }
  yield `${AGENTS} agents, ${TURNS} calls of each, median and p95 (${LIMIT_MS} ms asked)`;
  for (const path of PATHS) {
    await bench.ask("GET", path);
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const before = performance.now();
      await bench.ask("GET", path);
      times.push(performance.now() - before);
    }
    times.sort((one, other) => one - other);
    const [middle, late] = [times[TURNS / 2] ?? 0, times[Math.ceil(TURNS * P95) - 1] ?? 0];
    const verdict = late < LIMIT_MS ? "reached" : "missed";
    yield `${path.padEnd(48)}${middle.toFixed(0).padStart(5)}${late.toFixed(0).padStart(6)} ms, ${verdict}`;
  }
}
