import type { Bench } from "./start-bench.ts";

const PROBES = 100;
/** How many times as fast sixteen connections are than one. */
const TOGETHER = 4;
/** What one agent may do at once, with room to spare, and the seconds that a case is called. */
const CALLS_OF_ONE = 40;
const SECONDS = 12;
const FEWEST = 16;
const MOST = 600;

/**
 * So many agents that none meets its own limit, and no more: an object that is called seldom falls
 * asleep, and what is to be measured is one that is awake.
 */
export async function countAgents({ url }: Bench): Promise<number> {
  const row = url({ worker: "bare", path: "/object-write" });
  const before = performance.now();
  for (let n = 0; n < PROBES; n += 1) await (await fetch(row)).text();
  const oneByOne = (PROBES * 1000) / (performance.now() - before);
  const agents = Math.ceil((oneByOne * TOGETHER * SECONDS) / CALLS_OF_ONE);
  return Math.min(MOST, Math.max(FEWEST, agents));
}
