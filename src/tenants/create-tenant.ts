import { doneBy } from "../access/audit.ts";
import type { Person } from "../access/principal.ts";
import { noSuchTenant } from "../access/refusals.ts";
import { refuse, type Refusal } from "../http/index.ts";
import { database, type Surroundings } from "../platform/index.ts";
import { placeObjects } from "./place-objects.ts";
import type { NewTenant } from "./schemas.ts";
import type { Tenant } from "./answers.ts";
import { findPlan, findTenant, insertTenant } from "./store.ts";

export const DEFAULT_PLAN = "free";

export async function createTenant(
  { env, platform, by }: Surroundings & { by: Person },
  order: NewTenant,
): Promise<Tenant | Refusal> {
  const { tenantId, name, plan = DEFAULT_PLAN, monthlyQuota = null, location = null } = order;
  const db = database(env);
  const now = platform.now();
  if ((await findPlan(db, plan)) === undefined) return unknownPlan(plan);
  const row = {
    id: tenantId,
    name,
    plan,
    nextPlan: null,
    nextPlanFrom: null,
    monthlyQuota,
    location,
    status: "active" as const,
    createdAt: now,
    updatedAt: now,
  };
  const trace = { at: now, ...doneBy(by), action: "tenant.created", tenantId };
  if (!(await insertTenant(db, row, trace))) {
    return refuse(409, "tenant_exists", "A tenant with this id exists already.");
  }
  if (location !== null) await placeObjects({ env, platform }, tenantId, location);
  const tenant = await findTenant(db, tenantId);
  return tenant ?? noSuchTenant();
}

export function unknownPlan(plan: string): Refusal {
  return refuse(400, "unknown_plan", `There is no plan "${plan}".`, {
    details: [{ path: "plan", message: "names no plan" }],
  });
}
