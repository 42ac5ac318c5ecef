import type { Call, Case } from "./case.ts";
import type { Load, Turn } from "./load/load.ts";
import { runtimeCpu } from "./runtime-cpu.ts";
import type { Bench } from "./start-bench.ts";

/**
 * The runtime compiles what runs often, step by step, and fits its heap to what it sees: after 40,000
 * requests a route of ours still gains a twentieth on a bare one.
 */
const WARM_UP_REQUESTS = 150_000;
const WARM_UP_SECONDS = 2;
const MAX_WARM_UPS = 15;
const TURN_SECONDS = 1;

export interface Result {
  perSecond: number;
  cpuMicros: number | undefined;
  /** All requests that were sent, with those to warm up. */
  requests: number;
  /** Undefined for a case without a reference. */
  ratio: number | undefined;
}

/** Sends requests to one start of the runtime, and counts those of each call. */
interface Sender {
  send: (call: Call, seconds: number) => Promise<Turn>;
  /**
   * Returns the ratio of the answers to the first call to those to the second, in as many blocks of
   * each.
   */
  compare: (call: Call, reference: Call) => Promise<number>;
  sent: ReadonlyMap<Call, number>;
}

/**
 * Measures all cases. A case and its reference have the runtime in turn, a tenth of a second each,
 * because other work on the machine changes within seconds, and by far more than the difference that is
 * measured.
 */
export async function measure(
  bench: Bench,
  load: Load,
  cases: readonly Case[],
  blocks: number,
): Promise<Map<string, Result>> {
  const sender = openSender(bench, load, blocks);
  const results = new Map<string, Result>();
  for (const { name, call, against } of cases) {
    const reference = cases.find((other) => other.name === against)?.call;
    // Right before, because other cases in between leave neither as warm as it was.
    for (const each of [reference, call]) if (each !== undefined) await warmUp(sender, each);
    const ratio = reference && (await sender.compare(call, reference));
    const turn = await takeTurn(sender, call);
    results.set(name, { ...turn, ratio, requests: sender.sent.get(call) ?? 0 });
  }
  return results;
}

function openSender(bench: Bench, load: Load, blocks: number): Sender {
  const sent = new Map<Call, number>();
  const count = (call: Call, requests: number) => sent.set(call, (sent.get(call) ?? 0) + requests);
  return {
    sent,
    send: async (call, seconds) => {
      const turn = await load.run({ url: bench.url(call), call }, seconds);
      count(call, turn.requests);
      return turn;
    },
    compare: async (...both) => {
      const sides = both.map((call) => ({ url: bench.url(call), call }));
      const taken = await load.takeBlocks(sides, blocks);
      const [own = 0, reference = 0] = taken.map((side) => side.reduce((sum, one) => sum + one, 0));
      count(both[0], own);
      count(both[1], reference);
      return own / reference;
    },
  };
}

async function takeTurn({ send }: Sender, call: Call) {
  const before = runtimeCpu();
  const { requests, perSecond } = await send(call, TURN_SECONDS);
  const after = runtimeCpu();
  const isKnown = before !== undefined && after !== undefined;
  return { perSecond, cpuMicros: isKnown ? (after - before) / requests : undefined };
}

/** Warms up a call, until every caller has called too, so that each object is made and awake. */
async function warmUp({ send }: Sender, call: Call): Promise<void> {
  const callers = call.callers?.length ?? 0;
  let requests = 0;
  for (let times = 0; requests < WARM_UP_REQUESTS; times += 1) {
    if (times >= MAX_WARM_UPS && requests >= callers) return;
    requests += (await send(call, WARM_UP_SECONDS)).requests;
  }
}
