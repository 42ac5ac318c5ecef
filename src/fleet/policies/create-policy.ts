import { doneBy } from "../../access/audit.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { type Database, uuidv7 } from "../../platform/index.ts";
import { claimOpenTenant } from "../../tenants/claim-open-tenant.ts";
import { forgetFleetRules } from "../fleet-rules.ts";
import { DEFAULT_INTERVAL_S } from "./pick-policy.ts";
import { insertPolicy, MAX_POLICIES, type WrittenPolicy } from "./policy-store.ts";

export interface WriteWith {
  db: Database;
  by: Person;
  now: number;
}

export interface PolicyOrder {
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
