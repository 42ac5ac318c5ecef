import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import { isRefusal, Problem } from "../http/index.ts";
import { database, runTogether, timeOf, type Rampart } from "../platform/index.ts";
import type { AgentCall } from "./agent/admit.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { AgentRef } from "./agent/record.ts";
import { tombstoneOfUnmade } from "./agent/tombstone.ts";
import { removeAgentStatements } from "./agent-store.ts";
import { callAgent, settleAnswer, stubOf } from "./call-agent.ts";
import { noSuchAgent } from "./find-reachable.ts";
import { revokeAtIssuer } from "./revoke-at-issuer.ts";

/**
 * Ends an agent. A repeated call gets the same answer and finishes what the first could not. If D1
 * was restored, it may have the row of an agent that ended long ago and has no object any more; then
 * only the row is removed.
 */
export async function deregister(
  c: Context<Rampart>,
  agent: AgentRef | AgentRow,
  call: AgentCall | null,
) {
  const now = c.get("platform").now();
  const db = database(c.env);
  const by = doerOf(c);
  const answer = await callAgent(c, agent, (stub) => stub.deregister(call, now, by));
  const isGone = call === null && isRefusal(answer.outcome);
  if (isGone && !("seq" in agent)) throw new Problem(noSuchAgent());
  const tombstone = isGone
    ? { ...tombstoneOfUnmade(agent, now), endedBy: by.subject, requestId: by.requestId }
    : await settleAnswer(c, answer);
  const { tenantId, agentId, deregisteredAt: at, references = [] } = tombstone;
  if (references.length > 0) c.executionCtx.waitUntil(endAtIssuer(c, agent, references));
  await runTogether(db, removeAgentStatements(db, tombstone));
  return {
    agent_id: agentId,
    tenant_id: tenantId,
    status: "deregistered" as const,
    deregistered_at: timeOf(at),
    certificates_revoked: tombstone.certificatesRevoked,
  };
}

/**
 * Revokes at the issuer. What the issuer did not revoke stays in the tombstone, so that a repeated
 * call tries again.
 */
async function endAtIssuer(c: Context<Rampart>, agent: AgentRef, references: readonly string[]) {
  const isHeard = await revokeAtIssuer(c.env, c.get("platform"), references);
  if (isHeard) await stubOf(c.env, agent).revokedAtIssuer();
}
