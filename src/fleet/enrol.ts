import { recordAudit } from "../access/index.ts";
import { certificatesOf, readCsr } from "../certificates/index.ts";
import { isRefusal, refuse, type Refusal } from "../http/index.ts";
import { type Database, uuidv7 } from "../platform/index.ts";
import type { Enrolled } from "./agent/new-record.ts";
import type { AgentRow } from "./agent/project.ts";
import { claimKey, insertAgent, noteCertificate, releaseKey } from "./agent-store.ts";
import { stubOf } from "./call-agent.ts";
import { type CodeRow, usedStatement } from "./codes/code-store.ts";
import { refuseCode } from "./codes/refuse-code.ts";
import { openCode } from "./codes/open-code.ts";
import { pickOrders } from "./policies/orders.ts";
import type { EnrollRequest } from "./schemas.ts";
import { isOlder } from "./semver.ts";
import { tenantFleet } from "./tenant-fleet.ts";

interface EnrolWith {
  env: Cloudflare.Env;
  db: Database;
  now: number;
}

/** The same code and key give the same agent, however often and from wherever they come. */
export async function enrol(request: EnrollRequest, means: EnrolWith): Promise<Enrolled | Refusal> {
  const { env, db, now } = means;
  const code = await openCode(db, request.enrollment_code, now);
  if (isRefusal(code)) return code;
  const role = roleFrom(code, request);
  if (isRefusal(role)) return role;
  const csr = await readCsr(request.csr_pem);
  if (isRefusal(csr)) return csr;
  const { keyFingerprint } = csr;
  const writer = env.ENROLLMENT_CODE.get(env.ENROLLMENT_CODE.idFromName(code.id));
  const claimed = await writer.claim({
    keyFingerprint,
    agentId: uuidv7(now),
    maxUses: code.maxUses,
    expired: code.expiresAt <= now,
    now,
  });
  if (isRefusal(claimed)) return claimed;
  const { agentId } = claimed;
  const { tenantId } = code;
  const owner = await claimKey(db, keyFingerprint, { tenantId, agentId });
  if (owner.agentId !== agentId) {
    await writer.release(keyFingerprint, agentId);
    return refuseKey();
  }
  const { settings, orders } = await tenantFleet(db, tenantId, now);
  const { issuer } = certificatesOf(env);
  const ttlDays = settings.certificateDays;
  const issued = await issuer.issue({ tenantId, agentId, csr, ttlDays, now, renewal: false });
  if (isRefusal(issued)) return issued;
  const enrolled = await stubOf(env, { tenantId, agentId }).enrol({
    identity: {
      tenantId,
      agentId,
      roles: code.roles,
      region: code.region,
      codeId: code.id,
      policyId: code.policyId,
      enrolledAt: now,
      labels: request.labels ?? {},
    },
    role,
    issued,
    orders: pickOrders(orders, role, code.policyId),
    machine: textOf(request.machine),
    agent: textOf(request.agent),
    now,
  });
  if (isRefusal(enrolled)) {
    await releaseKey(db, keyFingerprint, agentId);
    return refuseCode("code_consumed", "The agent of this code and key is no more.");
  }
  const { fingerprint } = enrolled.certificate;
  if (!issuer.namesAgent) await noteCertificate(db, fingerprint, { tenantId, agentId });
  await record(enrolled, code, claimed.used, means);
  return enrolled;
}

async function record(enrolled: Enrolled, code: CodeRow, used: number, { db, now }: EnrolWith) {
  const row = JSON.parse(enrolled.projection) as AgentRow;
  if (!(await insertAgent(db, row))) return;
  const { agentId, tenantId } = row;
  await usedStatement(db, code.id, used);
  await recordAudit(db, {
    at: now,
    actor: `enrollment_code:${code.id}`,
    action: "agent.enrolled",
    tenantId,
    target: agentId,
  });
}

function roleFrom(code: CodeRow, { role }: EnrollRequest): string | Refusal {
  const [first = ""] = code.roles;
  if (role === undefined) return first;
  if (code.roles.includes(role)) return role;
  const message = `This code enrols ${code.roles.join(", ")} only.`;
  return refuse(403, "role_not_allowed", message, { retryable: false, action: "stop" });
}

export function refuseVersion(version: string | undefined, min: string): Refusal | undefined {
  if (version === undefined || isOlder(version, min) !== true) return undefined;
  const message = `Agents older than ${min} cannot enrol.`;
  return refuse(400, "unsupported_version", message, { retryable: false, action: "upgrade" });
}

export function refuseKey(): Refusal {
  const message = "This key belongs to another live agent; make a key of your own.";
  return refuse(409, "key_in_use", message, { retryable: false, action: "stop" });
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
