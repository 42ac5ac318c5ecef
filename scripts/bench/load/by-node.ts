import { Agent } from "node:http";
import type { Call } from "../case.ts";
import { BLOCK_MS, CONNECTIONS, REST_MS, SETTLING_BLOCKS, type Load, type Side } from "./load.ts";
import { sendOnce } from "./send-once.ts";

export const runByNode: Load["run"] = async (side, seconds) => {
  const agent = openAgent();
  const startedAt = performance.now();
  const requests = await sendUntil(startedAt + seconds * 1000, callsOf(side), agent);
  agent.destroy();
  return { requests, perSecond: (requests * 1000) / (performance.now() - startedAt) };
};

export const takeBlocksByNode: Load["takeBlocks"] = async (sides, blocks) => {
  const all = sides.map((side) => ({ next: callsOf(side), agent: openAgent() }));
  const taken = all.map((): number[] => []);
  for (let block = -SETTLING_BLOCKS; block < blocks; block += 1) {
    for (const [at, { next, agent }] of all.entries()) {
      const end = performance.now() + BLOCK_MS - REST_MS;
      const answered = await sendUntil(end, next, agent);
      if (block >= 0) taken[at]?.push(answered);
    }
  }
  for (const { agent } of all) agent.destroy();
  return taken;
};

type NextCall = () => [url: string, call: Call];

function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
}

/** Counts the answers that came before the end; requests that are still under way then are awaited. */
async function sendUntil(end: number, next: NextCall, agent: Agent) {
  let requests = 0;
  const work = async () => {
    while (performance.now() < end) {
      await sendOnce(...next(), agent);
      if (performance.now() < end) requests += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return requests;
}

function callsOf({ url, call }: Side): NextCall {
  const { callers = [] } = call;
  let turn = 0;
  return () => {
    turn += 1;
    const caller = callers[turn % callers.length];
    if (caller === undefined) return [url, call];
    const headers = { ...call.headers, ...caller.headers };
    return [new URL(caller.path, url).href, { ...call, headers }];
  };
}
