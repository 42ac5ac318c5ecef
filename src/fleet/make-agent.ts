import { refuseIfEnded } from "../access/has-ended.ts";
import type { IssuedCertificate, IssueOrder } from "../certificates/issuer.ts";
import type { Csr } from "../certificates/read-csr.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import { database } from "../platform/index.ts";
import type { Enrolled } from "./agent/new-record.ts";
import type { Identity } from "./agent/record.ts";
import { textOf } from "./agent/text-of.ts";
import { releaseKey } from "./agent-key-store.ts";
import { stubOf } from "./call-agent.ts";
import type { Grant } from "./codes/grant.ts";
import { refuseCode } from "./codes/refuse-code.ts";
import type { EnrollRequest } from "./enrol-schemas.ts";
import { fleetRules } from "./fleet-rules.ts";
import { issueFor } from "./issue-for.ts";
import { pickPolicy } from "./policies/pick-policy.ts";
import { refuseKeyInUse, takeKey } from "./take-key.ts";

export interface EnrolWith {
  env: Cloudflare.Env;
  now: number;
  /** Revokes a certificate that was issued but that no agent keeps. */
  revokeUnkept: (issued: IssuedCertificate) => void;
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
export async function makeAgent(order: AgentOrder, means: EnrolWith) {
  const { env, now, revokeUnkept } = means;
  const { request, grant, role, csr, agentId } = order;
  const { tenantId } = grant;
  const { keyFingerprint } = csr;
  const giveBack = async () => {
    const isFree = await writerOf(env, grant).release(keyFingerprint, agentId);
    if (isFree) await releaseKey(database(env), keyFingerprint, agentId);
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
  await releaseKey(database(env), keyFingerprint, agentId);
  return refuseEnded();
}

async function certify({ grant, csr, agentId }: AgentOrder, means: EnrolWith) {
  const { env, now } = means;
  const { tenantId } = grant;
  if (!(await takeKey(env, csr.keyFingerprint, { tenantId, agentId }, now))) {
    return refuseKeyInUse();
  }
  const { settings, policies } = await fleetRules(database(env), tenantId, now);
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
  { env, revokeUnkept }: EnrolWith,
): Promise<IssuedCertificate | Refusal> {
  const issued = await issueFor(env, order);
  if (by === null || isRefusal(issued)) return issued;
  const ended = await refuseIfEnded(database(env), by);
  if (ended !== undefined) revokeUnkept(issued);
  return ended ?? issued;
}

/** The object that counts the uses of a grant. */
export function writerOf({ ENROLLMENT_CODE }: Cloudflare.Env, { writer }: Grant) {
  return ENROLLMENT_CODE.get(ENROLLMENT_CODE.idFromName(writer));
}

export function refuseEnded(): Refusal {
  return refuseCode("code_consumed", "The agent of this code and key is no more.");
}
