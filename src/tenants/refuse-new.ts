import { isRefusal, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { needTenant } from "./need-tenant.ts";
import { refuseClosed, type Judge } from "./refuse-closed.ts";

/** Refuses a new key, endpoint or the like for a tenant that is unknown or closed. */
export async function refuseNew(
  db: Database,
  tenantId: string,
  judge: Judge = refuseClosed,
): Promise<Refusal | undefined> {
  const tenant = await needTenant(db, tenantId);
  return isRefusal(tenant) ? tenant : judge(tenant);
}
