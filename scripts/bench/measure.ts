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
  const seen = new Map<string, Pair[]>();
  for (const { name, call, against } of cases) {
    const reference = cases.find((other) => other.name === against)?.call;
    seen.set(name, await takePairs(send, call, reference, turns));
  }
  return new Map(
    cases.map(({ name, call }) => [name, sumUp(seen.get(name) ?? [], sent.get(call) ?? 0)]),
  );
}

/** All turns of a case one after the other: between those of others it would no longer be warm. */
async function takePairs(
  send: Send,
  call: Call,
  reference: Call | undefined,
  turns: number,
): Promise<Pair[]> {
  const both = reference === undefined ? [call] : [reference, call];
  for (const each of both) await send(each, WARM_UP_SECONDS);
  const pairs: Pair[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const taken = new Map<Call, Turn>();
    // Who goes first changes, so that a machine that slows down favours neither.
    for (const each of turn % 2 === 1 ? both.toReversed() : both) {
      await rouse(send, each);
      taken.set(each, await takeTurn(send, each));
    }
    const own = taken.get(call);
    if (own !== undefined) pairs.push({ own, reference: reference && taken.get(reference) });
  }
  return pairs;
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
 * turns objects fell asleep, and the first second after another's turn is slower by a tenth.
 */
async function rouse(send: Send, call: Call): Promise<void> {
  const callers = call.callers?.length ?? 0;
  for (let times = 0; times < MAX_ROUSINGS; times += 1) {
    const { requests } = await send(call, TURN_SECONDS);
    if (requests >= callers) return;
  }
}
