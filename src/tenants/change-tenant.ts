import { recordAudit, type Person } from "../access/index.ts";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { unknownPlan } from "./create-tenant.ts";
import type { Tenant, TenantChange } from "./schemas.ts";
import { findPlan, findTenant, updateTenant } from "./store.ts";

export async function changeTenant(
  db: Database,
  by: Person,
  tenantId: string,
  change: TenantChange,
  now: number,
): Promise<Tenant | Refusal> {
  const { plan } = change;
  if ((await findTenant(db, tenantId)) === undefined) return noSuchTenant();
  if (plan !== undefined && (await findPlan(db, plan)) === undefined) return unknownPlan(plan);
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  await updateTenant(db, tenantId, { ...given, updatedAt: now });
  await recordAudit(db, {
    at: now,
    actor: by.subject,
    action: "tenant.changed",
    tenantId,
    detail: given,
  });
  return (await findTenant(db, tenantId)) ?? noSuchTenant();
}

export function noSuchTenant(): Refusal {
  return refuse(404, "not_found", "There is no such tenant.");
}
