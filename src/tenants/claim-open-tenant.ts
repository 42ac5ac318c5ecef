import { claimTenant, type TenantId } from "../access/claim-tenant.ts";
import type { Person } from "../access/principal.ts";
import { isRefusal, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { refuseClosed, type Judge } from "./refuse-closed.ts";
import { unknownTenant } from "./refusals.ts";
import { findTenant } from "./store.ts";

/**
 * Claims the tenant for which something new is made: it is within reach, exists and is not closed.
 */
export async function claimOpenTenant(
  db: Database,
  by: Person,
  named: string,
  judge: Judge = refuseClosed,
): Promise<TenantId | Refusal> {
  const tenantId = claimTenant(by, named);
  if (isRefusal(tenantId)) return tenantId;
  const tenant = await findTenant(db, tenantId);
  if (tenant !== undefined) return judge(tenant) ?? tenantId;
  return unknownTenant(tenantId, "tenantId");
}
