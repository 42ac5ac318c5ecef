import type { Call, Case } from "./case.ts";
import type { Load, Turn as Sent } from "./load.ts";
import { median } from "./median.ts";
import { runtimeCpu } from "./runtime-cpu.ts";
import type { Bench } from "./start-bench.ts";

/** The runtime compiles what ran often, step by step: before this many requests nothing is warm. */
const WARM_UP_REQUESTS = 20_000;
const WARM_UP_SECONDS = 2;
const MAX_WARM_UPS = 15;
const TURN_SECONDS = 1;
const MAX_ROUSINGS = 5;

interface Turn {
  perSecond: number;
  cpuMicros: number | undefined;
}

type Send = (call: Call, seconds: number) => Promise<Sent>;

export interface Result {
  perSecond: number;
  cpuMicros: number | undefined;
  /** All that were sent, those that no turn counts too. */
  requests: number;
  /** To the reference, by rate and by CPU; undefined for what is compared with nothing. */
  ratio: { byRate: number; byCpu: number } | undefined;
}

/**
 * Short turns, each right beside one of its reference: what else the machine does changes within
 * seconds, and by far more than what is measured. Medians of the pairs.
 */
export async function measure(
  bench: Bench,
  load: Load,
  cases: readonly Case[],
  turns: number,
): Promise<Map<string, Result>> {
  const sent = new Map<Call, number>();
  const send: Send = async (call, seconds) => {
    const turn = await load.run(bench.url(call), call, seconds);
    sent.set(call, (sent.get(call) ?? 0) + turn.requests);
    return turn;
  };
  // Two cases may be of one call, with a reference each.
  for (const call of new Set(cases.map(({ call }) => call))) await warmUp(send, call);
  const seen = new Map(cases.map(({ name }): [string, Pair[]] => [name, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const one of cases) {
      const reference = cases.find(({ name }) => name === one.against)?.call;
      const order = [reference, one.call];
      // Who goes first changes, so that a machine that slows down favours neither.
      if (turn % 2 === 1) order.reverse();
      const taken = new Map<Call | undefined, Turn>();
      for (const call of order) {
        if (call === undefined) continue;
        await rouse(send, call);
        taken.set(call, await takeTurn(send, call));
      }
      const own = taken.get(one.call);
      if (own !== undefined) seen.get(one.name)?.push({ own, reference: taken.get(reference) });
    }
  }
  return new Map(
    cases.map(({ name, call }) => [name, sumUp(seen.get(name) ?? [], sent.get(call) ?? 0)]),
  );
}

interface Pair {
  own: Turn;
  reference: Turn | undefined;
}

function sumUp(pairs: readonly Pair[], requests: number): Result {
  const compared = pairs.flatMap(({ own, reference }) =>
    reference === undefined
      ? []
      : {
          byRate: own.perSecond / reference.perSecond,
          byCpu: (reference.cpuMicros ?? Number.NaN) / (own.cpuMicros ?? Number.NaN),
        },
  );
  const cpu = pairs.flatMap(({ own }) => own.cpuMicros ?? []);
  return {
    perSecond: median(pairs.map(({ own }) => own.perSecond)),
    cpuMicros: cpu.length === 0 ? undefined : median(cpu),
    requests,
    ratio:
      compared.length === 0
        ? undefined
        : {
            byRate: median(compared.map(({ byRate }) => byRate)),
            byCpu: median(compared.map(({ byCpu }) => byCpu)),
          },
  };
}

async function takeTurn(send: Send, call: Call): Promise<Turn> {
  const before = runtimeCpu();
  const { requests, perSecond } = await send(call, TURN_SECONDS);
  const after = runtimeCpu();
  const isKnown = before !== undefined && after !== undefined;
  return { perSecond, cpuMicros: isKnown ? (after - before) / requests : undefined };
}

/** Until every caller has been there, too: its object is made and awake. */
async function warmUp(send: Send, call: Call): Promise<void> {
  const callers = call.callers?.length ?? 0;
  let requests = 0;
  for (let times = 0; requests < WARM_UP_REQUESTS; times += 1) {
    if (times >= MAX_WARM_UPS && requests >= callers) return;
    requests += (await send(call, WARM_UP_SECONDS)).requests;
  }
}

/**
 * A second that is not counted, or more until every caller has been there: while others had their
 * turns objects fell asleep, and the runtime threw away what it had compiled.
 */
async function rouse(send: Send, call: Call): Promise<void> {
  const callers = call.callers?.length ?? 0;
  for (let times = 0; times < MAX_ROUSINGS; times += 1) {
    const { requests } = await send(call, TURN_SECONDS);
    if (requests >= callers) return;
  }
}
