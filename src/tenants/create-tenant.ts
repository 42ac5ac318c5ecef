import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { noSuchTenant } from "../access/refusals.ts";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import type { NewTenant, Tenant } from "./schemas.ts";
import { findPlan, findTenant, insertTenant } from "./store.ts";

export const DEFAULT_PLAN = "free";

export async function createTenant(
  db: Database,
  by: Person,
  order: NewTenant,
  now: number,
): Promise<Tenant | Refusal> {
  const { tenantId, name, plan = DEFAULT_PLAN, monthlyQuota = null } = order;
  if ((await findPlan(db, plan)) === undefined) return unknownPlan(plan);
  const row = {
    id: tenantId,
    name,
    plan,
    nextPlan: null,
    nextPlanFrom: null,
    monthlyQuota,
    status: "active" as const,
    createdAt: now,
    updatedAt: now,
  };
  const trace = { at: now, ...doneBy(by), action: "tenant.created", tenantId };
  if (!(await insertTenant(db, row, trace)))
    return refuse(409, "tenant_exists", "A tenant with this id exists already.");
  const tenant = await findTenant(db, tenantId);
  return tenant ?? noSuchTenant();
}

export function unknownPlan(plan: string): Refusal {
  return refuse(400, "unknown_plan", `There is no plan "${plan}".`, {
    details: [{ path: "plan", message: "names no plan" }],
  });
}
