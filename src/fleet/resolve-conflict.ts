import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import type { Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { callAgent } from "./call-agent.ts";
import { noSuchAgent } from "./find-named.ts";
import { recordChange } from "./record-change.ts";

/** Takes the conflict off an agent, after somebody found that the identity is its own. */
export async function resolveConflict(
  c: Context<Rampart>,
  named: AgentRef,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const by = doerOf(c);
  const resolved = await callAgent(c, named, (stub) => stub.resolveConflict(now, by));
  if (resolved === null) return noSuchAgent();
  return recordChange(c, named, resolved.update);
}
