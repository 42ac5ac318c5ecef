import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { noSuchTenant } from "./change-tenant.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { findTenant } from "./store.ts";

/** Whoever is closed gets no new key, neither one to call with nor one to encrypt under. */
export async function refuseNewKey(db: Database, tenantId: string): Promise<Refusal | undefined> {
  const tenant = await findTenant(db, tenantId);
  return tenant === undefined ? noSuchTenant() : refuseClosed(tenant);
}
