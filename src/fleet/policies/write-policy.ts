import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, noSuch, refuse, type Refusal } from "../../http/index.ts";
import { type Database, uuidv7 } from "../../platform/index.ts";
import { claimOpenTenant } from "../../tenants/claim-open-tenant.ts";
import { refuseErased } from "../../tenants/refuse-erased.ts";
import { forgetFleetRules } from "../fleet-rules.ts";
import { DEFAULT_INTERVAL_S, DEFAULT_POLICY_ID } from "./pick-policy.ts";
import {
  assignPolicy,
  deletePolicy,
  findPolicy,
  insertPolicy,
  insertRevision,
  MAX_POLICIES,
  MAX_ROLES,
  type PolicyRow,
  type RevisionRow,
} from "./policy-store.ts";

export interface WrittenPolicy {
  policy: PolicyRow;
  revision: RevisionRow;
}

interface WriteWith {
  db: Database;
  by: Person;
  now: number;
}

interface PolicyOrder {
  tenantId: string;
  name: string;
  document: Record<string, unknown>;
  checkinIntervalSeconds?: number | undefined;
}

export async function createPolicy(
  order: PolicyOrder,
  { db, by, now }: WriteWith,
): Promise<WrittenPolicy | Refusal> {
  const tenantId = await claimOpenTenant(db, by, order.tenantId);
  if (isRefusal(tenantId)) return tenantId;
  const policy = { id: uuidv7(now), tenantId, name: order.name, createdAt: now };
  const revision = {
    policyId: policy.id,
    revision: 1,
    document: order.document,
    intervalS: order.checkinIntervalSeconds ?? DEFAULT_INTERVAL_S,
    createdBy: by.subject,
    createdAt: now,
  };
  const action = "policy.created";
  const trace = { at: now, ...doneBy(by), action, tenantId, target: policy.id };
  if (!(await insertPolicy(db, policy, revision, trace))) {
    return refuse(409, "policy_limit", `A tenant may have at most ${MAX_POLICIES} policies.`);
  }
  forgetFleetRules(tenantId);
  return { policy, revision };
}

type RevisionOrder = Pick<PolicyOrder, "document" | "checkinIntervalSeconds">;

export async function revisePolicy(
  id: string,
  order: RevisionOrder,
  { db, by, now }: WriteWith,
): Promise<WrittenPolicy | Refusal> {
  const found = await findPolicy(db, by.reach, id);
  if (found === undefined) return noSuchPolicy();
  const { policy } = found;
  const { tenantId } = policy;
  const row = {
    policyId: id,
    document: order.document,
    intervalS: order.checkinIntervalSeconds,
    createdBy: by.subject,
    createdAt: now,
  };
  const action = "policy.revised";
  const trace = { at: now, ...doneBy(by), action, tenantId, target: id };
  const revision = await insertRevision(db, row, trace);
  if (revision === undefined) return noSuchPolicy();
  forgetFleetRules(tenantId);
  return { policy, revision };
}

interface Assignment {
  tenantId: string;
  role?: string | undefined;
  policyId: string;
}

export async function assign(
  order: Assignment,
  { db, by, now }: WriteWith,
): Promise<void | Refusal> {
  const tenantId = await claimOpenTenant(db, by, order.tenantId, () => undefined);
  if (isRefusal(tenantId)) return tenantId;
  const { policyId, role = "" } = order;
  const refused =
    (await refuseErased(db, tenantId)) ?? (await refuseUnknownPolicy(db, tenantId, policyId));
  if (refused !== undefined) return refused;
  const action = "policy.assigned";
  const detail = { role };
  const trace = { at: now, ...doneBy(by), action, tenantId, target: policyId, detail };
  if (!(await assignPolicy(db, { tenantId, role, policyId }, trace))) {
    return (await refuseUnknownPolicy(db, tenantId, policyId)) ?? tooManyRoles();
  }
  forgetFleetRules(tenantId);
}

function tooManyRoles(): Refusal {
  return refuse(409, "role_limit", `At most ${MAX_ROLES} roles may have a policy of their own.`);
}

/**
 * Refuses a policy that the tenant does not have. The built-in one may always be assigned, which
 * takes another one away.
 */
export async function refuseUnknownPolicy(db: Database, tenantId: string, policyId: string) {
  if (policyId === DEFAULT_POLICY_ID) return undefined;
  const found = await findPolicy(db, [tenantId], policyId);
  return found === undefined ? noPolicyOf(policyId) : undefined;
}

function noPolicyOf(policyId: string): Refusal {
  return refuse(400, "unknown_policy", `The tenant has no policy "${policyId}".`, {
    details: [{ path: "policyId", message: "names no policy of the tenant" }],
  });
}

export async function removePolicy(
  id: string,
  { db, by, now }: WriteWith,
): Promise<void | Refusal> {
  const found = await findPolicy(db, by.reach, id);
  if (found === undefined) return noSuchPolicy();
  const { tenantId, name } = found.policy;
  const action = "policy.deleted";
  const trace = { at: now, ...doneBy(by), action, tenantId, target: id, detail: { name } };
  if (!(await deletePolicy(db, found.policy, trace))) {
    const message = "The tenant, a role, an enrollment code or an agent has this policy.";
    return refuse(409, "policy_in_use", message);
  }
  forgetFleetRules(tenantId);
}

export function noSuchPolicy(): Refusal {
  return noSuch("policy");
}
