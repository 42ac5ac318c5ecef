import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import type { Refusal } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { AgentRow, D1Update } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { relistStatements, updateStatements } from "./agent-store.ts";
import { callAgent, writeUpdate } from "./call-agent.ts";
import { noSuchAgent } from "./find-named.ts";
import { revokeAtIssuer } from "./revoke-at-issuer.ts";

/** Binds from the agent's next request on: its object refuses, and nothing is cached. */
export async function revokeAgent(
  c: Context<Rampart>,
  named: AgentRef,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const by = doerOf(c);
  const revoked = await callAgent(c, named, (stub) => stub.revoke(now, by));
  if (revoked === null) return noSuchAgent();
  c.executionCtx.waitUntil(revokeAtIssuer(c.env, c.get("platform"), revoked.references));
  return recordChange(c, named, revoked.update);
}

/** After somebody has looked: the identity is the agent's own after all. */
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

/** Writes the change to D1. An agent that has no row there, as after a restore, gets it again. */
async function recordChange(c: Context<Rampart>, named: AgentRef | AgentRow, text: string) {
  const update = JSON.parse(text) as D1Update;
  await writeUpdate(c, update, "seq" in named ? updateStatements : relistStatements);
  return update.row;
}
