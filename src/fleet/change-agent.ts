import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import type { Doer } from "../access/principal.ts";
import type { Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { AgentRow, D1Update } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { relistStatements, updateStatements } from "./agent-store.ts";
import { callAgent, type Stub, writeUpdate } from "./call-agent.ts";
import { noSuchAgent } from "./find-reachable.ts";

type Change = (stub: Stub, now: number, by: Doer) => Promise<{ update: string } | null>;

/**
 * Revokes an agent. Takes effect with its next request: its object refuses, and nothing is cached.
 * The object's alarm tells the issuer, until that succeeds.
 */
export function revokeAgent(c: Context<Rampart>, agent: AgentRef): Promise<AgentRow | Refusal> {
  return changeAgent(c, agent, (stub, now, by) => stub.revoke(now, by));
}

/** Takes the conflict off an agent, after somebody found that the identity is its own. */
export function resolveConflict(c: Context<Rampart>, agent: AgentRef): Promise<AgentRow | Refusal> {
  return changeAgent(c, agent, (stub, now, by) => stub.resolveConflict(now, by));
}

/**
 * Has the agent's object make a person's change, and writes it to D1. An agent without a row there,
 * as after a restore, gets its row again.
 */
async function changeAgent(
  c: Context<Rampart>,
  agent: AgentRef | AgentRow,
  change: Change,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const by = doerOf(c);
  const changed = await callAgent(c, agent, (stub) => change(stub, now, by));
  if (changed === null) return noSuchAgent();
  const update = JSON.parse(changed.update) as D1Update;
  await writeUpdate(c, update, "seq" in agent ? updateStatements : relistStatements);
  return update.row;
}
