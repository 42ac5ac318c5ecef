import { Agent } from "node:http";
import type { Message } from "../../../src/inspection/reading/read-message.ts";

export type Ask = (message: Message, agent: Agent) => Promise<void>;

/** So many connections that each side always has work, whatever it waits for in between. */
export const CONNECTIONS = 64;
/** Both sides compile what they run often; the runtime needs thousands of messages for that. */
const WARM_UP_MS = 15_000;
const MEASURED_MS = 8_000;

/** Measures messages a second over many connections, one message after the other on each. */
export async function rateOf(messages: readonly Message[], ask: Ask): Promise<number> {
  await askFor(messages, ask, WARM_UP_MS);
  const startedAt = performance.now();
  const done = await askFor(messages, ask, MEASURED_MS);
  return (done * 1_000) / (performance.now() - startedAt);
}

async function askFor(messages: readonly Message[], ask: Ask, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const end = performance.now() + ms;
  let next = 0;
  const work = async () => {
    while (performance.now() < end) {
      const message = messages[next % messages.length];
      next += 1;
      if (message !== undefined) await ask(message, agent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  agent.destroy();
  return next;
}
