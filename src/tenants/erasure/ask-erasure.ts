import { doneBy } from "../../access/audit.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Person } from "../../access/principal.ts";
import { isRefusal, refuse, refuseField, type Refusal } from "../../http/index.ts";
import type { Database } from "../../platform/index.ts";
import { needTenant } from "../need-tenant.ts";
import { findErasure, insertErasure, type ErasureRow } from "./store.ts";

/**
 * Asks for an erasure; from then on nobody is let in for the tenant. If it was asked for before,
 * gives that one.
 */
export async function askErasure(
  db: Database,
  by: Person,
  tenantId: TenantId,
  confirm: string,
  now: number,
): Promise<ErasureRow | Refusal> {
  if (confirm !== tenantId) return refuseField("confirm", "must be the id of the tenant");
  const tenant = await needTenant(db, tenantId);
  if (isRefusal(tenant)) return tenant;
  const trace = { at: now, ...doneBy(by), action: "tenant.erasure_asked", tenantId };
  await insertErasure(db, tenantId, by.subject, trace);
  return (await findErasure(db, tenantId)) ?? notClosed();
}

function notClosed(): Refusal {
  return refuse(409, "tenant_not_closed", "Only what a closed tenant left is erased: close it.");
}
