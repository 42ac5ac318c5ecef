import { readCsr } from "../certificates/read-csr.ts";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { database, uuidv7 } from "../platform/index.ts";
import type { Enrolled } from "./agent/new-record.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import { insertAgentStatements } from "./agent-store.ts";
import { stubOf } from "./call-agent.ts";
import { usedStatement } from "./codes/code-store.ts";
import type { Grant } from "./codes/grant.ts";
import { refuseCode } from "./codes/refuse-code.ts";
import type { EnrollRequest } from "./enrol-schemas.ts";
import { makeAgent, refuseEnded, writerOf, type EnrolWith } from "./make-agent.ts";
import { isOlder } from "./semver.ts";

/** Enrols an agent. The same grant and key always give the same agent, however often they come. */
export async function enrol(
  request: EnrollRequest,
  grant: Grant,
  means: EnrolWith,
): Promise<Enrolled | Refusal> {
  const { env, now } = means;
  const role = roleFrom(grant, request);
  if (isRefusal(role)) return role;
  const csr = await readCsr(request.csr_pem);
  if (isRefusal(csr)) return csr;
  const { keyFingerprint } = csr;
  const writer = writerOf(env, grant);
  const claimed = await writer.claim({
    keyFingerprint,
    agentId: uuidv7(now),
    maxUses: grant.maxUses,
    expired: grant.isRevoked || grant.expiresAt <= now,
    replayMs: grant.replayMs,
    now,
  });
  if (isRefusal(claimed)) return grant.isRevoked ? refuseRevoked() : claimed;
  const { agentId } = claimed;
  const ref = { tenantId: grant.tenantId, agentId };
  const known = claimed.again ? await stubOf(env, ref).enrolled(keyFingerprint) : null;
  if (grant.isRevoked && (known === null || isRefusal(known))) return refuseRevoked();
  if (isRefusal(known)) {
    if (grant.code !== null) return refuseEnded();
    await writer.forget(keyFingerprint, agentId);
    return enrol(request, grant, means);
  }
  const enrolled = known ?? (await makeAgent({ request, grant, role, csr, agentId }, means));
  if (isRefusal(enrolled)) return enrolled;
  await writeAgent(enrolled, grant, means);
  return enrolled;
}

function refuseRevoked(): Refusal {
  return refuseCode("code_revoked", "The code has been revoked.");
}

async function writeAgent(enrolled: Enrolled, grant: Grant, { env, now }: EnrolWith) {
  const row = JSON.parse(enrolled.row) as AgentRow;
  const { agentId: target, tenantId } = row;
  const { actor, code } = grant;
  const action = "agent.enrolled";
  const db = database(env);
  await db.batch([
    ...insertAgentStatements(db, row, { at: now, actor, action, tenantId, target }),
    ...(code === null ? [] : [usedStatement(db, code.id)]),
  ]);
}

function roleFrom(grant: Grant, { role }: EnrollRequest): string | Refusal {
  const [first = ""] = grant.roles;
  if (role === undefined) return first;
  if (grant.roles.includes(role)) return role;
  const message = `This code enrols ${grant.roles.join(", ")} only.`;
  return refuse(403, "role_not_allowed", message, { retryable: false, action: "stop" });
}

export function refuseVersion(version: string | undefined, min: string): Refusal | undefined {
  if (version === undefined || isOlder(version, min) !== true) return undefined;
  const message = `Agents older than ${min} cannot enrol.`;
  return refuse(400, "unsupported_version", message, { retryable: false, action: "upgrade" });
}
