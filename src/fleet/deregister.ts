import type { Context } from "hono";
import { doerOf } from "../access/person-of.ts";
import type { IssuedCertificate } from "../certificates/issuer.ts";
import { certificatesOf } from "../certificates/open-issuer.ts";
import { failureOf, isRefusal, settle } from "../http/index.ts";
import { database, runTogether, timeOf, type Rampart } from "../platform/index.ts";
import type { AgentCall } from "./agent/admit.ts";
import { removeAgentStatements } from "./agent-store.ts";
import type { Named } from "./agent/record.ts";
import { callAgent, settleAnswer, stubOf } from "./call-agent.ts";
import { noSuchAgent } from "./find-named.ts";

/** Ends an agent. Done again, it says the same again and finishes what was left undone. */
export async function deregister(c: Context<Rampart>, named: Named, call: AgentCall | null) {
  const now = c.get("platform").now();
  const db = database(c.env);
  const by = doerOf(c);
  const answer = await callAgent(c, named, (stub) => stub.deregister(call, now, by));
  if (call === null && isRefusal(answer.outcome)) {
    settle(noSuchAgent());
  }
  const tombstone = await settleAnswer(c, answer);
  const { tenantId, agentId, deregisteredAt: at, references = [] } = tombstone;
  if (references.length > 0) c.executionCtx.waitUntil(endAtIssuer(c, named, references));
  await runTogether(db, removeAgentStatements(db, tombstone));
  return {
    agent_id: agentId,
    tenant_id: tenantId,
    status: "deregistered" as const,
    deregistered_at: timeOf(at),
    certificates_revoked: tombstone.certificatesRevoked,
  };
}

/** What the issuer has not heard of stays with the tombstone, for whoever calls again. */
async function endAtIssuer(c: Context<Rampart>, named: Named, references: readonly string[]) {
  if (await revokeAtIssuer(c, references)) await stubOf(c.env, named).revokedAtIssuer();
}

/** A certificate that nobody keeps: no record names it, so whoever ended its agent could not. */
export function giveBack(c: Context<Rampart>, { reference }: IssuedCertificate): void {
  if (reference !== null) c.executionCtx.waitUntil(revokeAtIssuer(c, [reference]));
}

/** Our own record refuses these certificates already, so nobody waits. True when all are revoked. */
export async function revokeAtIssuer(
  c: Context<Rampart>,
  references: readonly string[],
): Promise<boolean> {
  const { issuer } = certificatesOf(c.env);
  const { log } = c.get("platform");
  const revoked = references.map((reference) =>
    issuer.revoke(reference).catch((error: unknown) => {
      log({ level: "warn", event: "certificate_not_revoked", reference, reason: failureOf(error) });
      return false;
    }),
  );
  return (await Promise.all(revoked)).every(Boolean);
}
