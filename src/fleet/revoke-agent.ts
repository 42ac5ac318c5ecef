import type { Context } from "hono";
import { auditStatement } from "../access/audit.ts";
import { refuse, type Refusal } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { AgentRow, Telling } from "./agent/project.ts";
import { callAgent, passOn } from "./call-agent.ts";
import { revokeAtIssuer } from "./deregister.ts";

/** Counts from the agent's very next request on: its object refuses, and nothing is cached. */
export async function revokeAgent(
  c: Context<Rampart>,
  named: AgentRow,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const revoked = await callAgent(c, named, (stub) => stub.revoke(now));
  if (revoked === null) return refuse(404, "not_found", "There is no such agent.");
  c.executionCtx.waitUntil(revokeAtIssuer(c, revoked.references));
  return recordChange(c, revoked.telling, "agent.revoked");
}

/** After somebody has looked: the identity is the agent's own after all. */
export async function resolveConflict(
  c: Context<Rampart>,
  named: AgentRow,
): Promise<AgentRow | Refusal> {
  const now = c.get("platform").now();
  const resolved = await callAgent(c, named, (stub) => stub.resolveConflict(now));
  if (resolved === null) return refuse(404, "not_found", "There is no such agent.");
  return recordChange(c, resolved.telling, "agent.conflict_resolved");
}

async function recordChange(c: Context<Rampart>, text: string, action: string) {
  const telling = JSON.parse(text) as Telling;
  const { row } = telling;
  const db = database(c.env);
  const at = c.get("platform").now();
  const actor = c.get("principal").subject;
  const { tenantId, agentId: target } = row;
  await passOn(c, telling, [auditStatement(db, { at, actor, action, tenantId, target })]);
  return row;
}
