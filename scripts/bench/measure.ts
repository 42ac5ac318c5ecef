import type { Call, Case } from "./case.ts";
import type { Load } from "./load.ts";
import { median } from "./median.ts";
import { runtimeCpu } from "./runtime-cpu.ts";
import type { Bench } from "./start-bench.ts";

const WARM_UP_SECONDS = 1;
const TURN_SECONDS = 1;

export interface Result {
  perSecond: number;
  cpuMicros: number | undefined;
  requests: number;
}

/** Short turns in turn, so that what else the machine does meets all cases alike; medians. */
export async function measure(
  bench: Bench,
  load: Load,
  cases: readonly Case[],
  turns: number,
): Promise<Map<string, Result>> {
  const seen = new Map<string, { perSecond: number[]; cpu: number[]; requests: number }>();
  for (const { name, call } of cases) {
    await warmUp(bench, load, call);
    seen.set(name, { perSecond: [], cpu: [], requests: 0 });
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, call } of cases) {
      const before = runtimeCpu();
      const { requests, perSecond } = await load.run(bench.url(call), call, TURN_SECONDS);
      const after = runtimeCpu();
      const one = seen.get(name);
      one?.perSecond.push(perSecond);
      if (one !== undefined) one.requests += requests;
      if (before !== undefined && after !== undefined) one?.cpu.push((after - before) / requests);
    }
  }
  return new Map(
    Array.from(seen, ([name, { perSecond, cpu, requests }]) => {
      const cpuMicros = cpu.length === 0 ? undefined : median(cpu);
      return [name, { perSecond: median(perSecond), cpuMicros, requests }];
    }),
  );
}

/** Until every caller has been there: its object is made and awake. */
async function warmUp(bench: Bench, load: Load, call: Call): Promise<void> {
  let requests = 0;
  do {
    requests += (await load.run(bench.url(call), call, WARM_UP_SECONDS)).requests;
  } while (requests < (call.callers?.length ?? 0));
}
