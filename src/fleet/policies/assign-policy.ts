import { doneBy } from "../../access/audit.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { claimOpenTenant } from "../../tenants/claim-open-tenant.ts";
import { refuseErased } from "../../tenants/refuse-erased.ts";
import { forgetFleetRules } from "../fleet-rules.ts";
import { insertAssignment, MAX_ROLES } from "./assignment-store.ts";
import type { WriteWith } from "./create-policy.ts";
import { refuseUnknownPolicy } from "./refusals.ts";

interface Assignment {
  tenantId: string;
  role?: string | undefined;
  policyId: string;
}

/** Gives a policy to a role, or to every role that has none of its own. */
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
  if (!(await insertAssignment(db, { tenantId, role, policyId }, trace))) {
    return (await refuseUnknownPolicy(db, tenantId, policyId)) ?? tooManyRoles();
  }
  forgetFleetRules(tenantId);
}

function tooManyRoles(): Refusal {
  return refuse(409, "role_limit", `At most ${MAX_ROLES} roles may have a policy of their own.`);
}
