import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import type { Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { callAgent } from "./call-agent.ts";
import { noSuchAgent } from "./find-reachable.ts";
import { recordChange } from "./record-change.ts";

/** Takes the conflict off an agent, after somebody found that the identity is its own. */
export async function resolveConflict(
  c: Context<Rampart>,
  ref: AgentRef,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const by = doerOf(c);
  const change = await callAgent(c, ref, (stub) => stub.resolveConflict(now, by));
  if (change === null) return noSuchAgent();
  return recordChange(c, ref, change.update);
}
