import { isRefusal, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { needTenant } from "./need-tenant.ts";
import { refuseClosed } from "./refuse-closed.ts";

/** An unknown or closed tenant gets nothing new: no key, no endpoint. */
export async function refuseNew(db: Database, tenantId: string): Promise<Refusal | undefined> {
  const tenant = await needTenant(db, tenantId);
  return isRefusal(tenant) ? tenant : refuseClosed(tenant);
}
