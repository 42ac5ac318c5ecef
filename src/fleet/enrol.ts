import { refuseIfEnded } from "../access/has-ended.ts";
import type { IssuedCertificate, IssueOrder } from "../certificates/issuer.ts";
import { type Csr, readCsr } from "../certificates/read-csr.ts";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { type Database, uuidv7 } from "../platform/index.ts";
import type { Enrolled } from "./agent/new-record.ts";
import type { AgentRow } from "./agent/d1-row.ts";
import type { Identity } from "./agent/record.ts";
import { textOf } from "./agent/text-of.ts";
import { releaseKey } from "./agent-key-store.ts";
import { insertAgentStatements } from "./agent-store.ts";
import { stubOf } from "./call-agent.ts";
import { usedStatement } from "./codes/code-store.ts";
import type { Grant } from "./codes/grant.ts";
import { refuseCode } from "./codes/refuse-code.ts";
import { issueFor } from "./issue-for.ts";
import { pickPolicy } from "./policies/pick-policy.ts";
import type { EnrollRequest } from "./enrol-schemas.ts";
import { isOlder } from "./semver.ts";
import { refuseKeyInUse, takeKey } from "./take-key.ts";
import { fleetRules } from "./fleet-rules.ts";

interface EnrolWith {
  env: Cloudflare.Env;
  db: Database;
  now: number;
  /** Revokes a certificate that was issued but that no agent keeps. */
  revokeUnkept: (issued: IssuedCertificate) => void;
}

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

interface AgentOrder {
  request: EnrollRequest;
  grant: Grant;
  role: string;
  csr: Csr;
  agentId: string;
}

/**
 * Makes the agent. If that fails without a certificate, the use of the code and the key are given
 * back.
 */
async function makeAgent(order: AgentOrder, means: EnrolWith) {
  const { env, db, now, revokeUnkept } = means;
  const { request, grant, role, csr, agentId } = order;
  const { tenantId } = grant;
  const { keyFingerprint } = csr;
  const giveBack = async () => {
    const isFree = await writerOf(env, grant).release(keyFingerprint, agentId);
    if (isFree) await releaseKey(db, keyFingerprint, agentId);
  };
  const certified = await certify(order, means).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  if (isRefusal(certified)) {
    await giveBack();
    return certified;
  }
  const { issued, policies } = certified;
  const enrolled = await stubOf(env, { tenantId, agentId }).enrol({
    identity: identityOf(order, now),
    role,
    issued,
    policy: pickPolicy(policies, role, grant.policyId),
    machine: textOf(request.machine),
    agent: textOf(request.agent),
    now,
  });
  // Another attempt with this key may have been quicker.
  if (!isKept(issued, enrolled)) revokeUnkept(issued);
  if (!isRefusal(enrolled)) return enrolled;
  await releaseKey(db, keyFingerprint, agentId);
  return refuseEnded();
}

async function certify({ grant, csr, agentId }: AgentOrder, means: EnrolWith) {
  const { env, db, now } = means;
  const { tenantId } = grant;
  if (!(await takeKey(csr.keyFingerprint, { tenantId, agentId }, { env, db, now }))) {
    return refuseKeyInUse();
  }
  const { settings, policies } = await fleetRules(db, tenantId, now);
  const ttlDays = settings.certificateDays;
  const order = { tenantId, agentId, csr, ttlDays, now, renewal: false };
  const issued = await issueWhileGiven(order, grant, means);
  return isRefusal(issued) ? issued : { issued, policies };
}

function identityOf({ request, grant, agentId }: AgentOrder, now: number): Identity {
  return {
    tenantId: grant.tenantId,
    agentId,
    roles: grant.roles,
    region: grant.region,
    codeId: grant.via,
    policyId: grant.policyId,
    enrolledAt: now,
    labels: request.labels ?? {},
  };
}

function isKept({ fingerprint }: IssuedCertificate, enrolled: Enrolled | Refusal): boolean {
  return !isRefusal(enrolled) && enrolled.certificate.fingerprint === fingerprint;
}

/**
 * Issues a certificate, unless the operator's credential has ended meanwhile: otherwise the agent
 * would outlast it.
 */
async function issueWhileGiven(
  order: IssueOrder,
  { by }: Grant,
  { env, db, revokeUnkept }: EnrolWith,
): Promise<IssuedCertificate | Refusal> {
  const issued = await issueFor(env, db, order);
  if (by === null || isRefusal(issued)) return issued;
  const ended = await refuseIfEnded(db, by);
  if (ended !== undefined) revokeUnkept(issued);
  return ended ?? issued;
}

function refuseRevoked(): Refusal {
  return refuseCode("code_revoked", "The code has been revoked.");
}

function refuseEnded(): Refusal {
  return refuseCode("code_consumed", "The agent of this code and key is no more.");
}

function writerOf({ ENROLLMENT_CODE }: Cloudflare.Env, { writer }: Grant) {
  return ENROLLMENT_CODE.get(ENROLLMENT_CODE.idFromName(writer));
}

async function writeAgent(enrolled: Enrolled, grant: Grant, { db, now }: EnrolWith) {
  const row = JSON.parse(enrolled.row) as AgentRow;
  const { agentId: target, tenantId } = row;
  const { actor, code } = grant;
  const action = "agent.enrolled";
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
