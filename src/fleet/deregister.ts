import type { Context } from "hono";
import { auditStatement } from "../access/audit.ts";
import { certificatesOf } from "../certificates/open-issuer.ts";
import { failureOf, isRefusal, settle, refuse } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import type { AgentCall } from "./agent/admit.ts";
import { removeAgentStatements } from "./agent-store.ts";
import { callAgent, hear, type Named } from "./call-agent.ts";

/** Ends an agent. Done again, it says the same again and finishes what was left undone. */
export async function deregister(c: Context<Rampart>, named: Named, call: AgentCall | null) {
  const now = c.get("platform").now();
  const db = database(c.env);
  const told = await callAgent(c, named, (stub) => stub.deregister(call, now));
  if (call === null && isRefusal(told.outcome)) {
    settle(refuse(404, "not_found", "There is no such agent."));
  }
  const { tombstone, references } = await hear(c, named, told);
  const { tenantId, agentId } = tombstone;
  const actor = c.get("principal").subject;
  const first = tombstone.deregisteredAt === now;
  await db.batch([
    ...removeAgentStatements(db, agentId),
    ...(first
      ? [
          auditStatement(db, {
            at: now,
            actor,
            action: "agent.deregistered",
            tenantId,
            target: agentId,
          }),
        ]
      : []),
  ]);
  revokeAtIssuer(c, references);
  return {
    agent_id: agentId,
    tenant_id: tenantId,
    status: "deregistered" as const,
    deregistered_at: new Date(tombstone.deregisteredAt).toISOString(),
    certificates_revoked: tombstone.certificatesRevoked,
  };
}

/** Our own record refuses these certificates already; the issuer is told without being waited for. */
export function revokeAtIssuer(c: Context<Rampart>, references: readonly string[]): void {
  const { issuer } = certificatesOf(c.env);
  const { log } = c.get("platform");
  for (const reference of references) {
    const revoking = issuer.revoke(reference).catch((error: unknown) => {
      log({ level: "warn", event: "certificate_not_revoked", reference, reason: failureOf(error) });
    });
    c.executionCtx.waitUntil(revoking);
  }
}
