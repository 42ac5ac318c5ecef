import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import type { Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { callAgent } from "./call-agent.ts";
import { noSuchAgent } from "./find-named.ts";
import { recordChange } from "./record-change.ts";

/**
 * Binds from the agent's next request on: its object refuses, and nothing is cached. The issuer is
 * told by the object's alarm, until it has heard.
 */
export async function revokeAgent(
  c: Context<Rampart>,
  named: AgentRef,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const by = doerOf(c);
  const revoked = await callAgent(c, named, (stub) => stub.revoke(now, by));
  if (revoked === null) return noSuchAgent();
  return recordChange(c, named, revoked.update);
}
