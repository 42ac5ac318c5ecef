import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { noSuchTenant } from "./change-tenant.ts";
import { findTenant } from "./store.ts";

/** Whoever is closed gets no new key, neither one to call with nor one to encrypt under. */
export async function refuseNewKey(db: Database, tenantId: string): Promise<Refusal | undefined> {
  const tenant = await findTenant(db, tenantId);
  if (tenant === undefined) return noSuchTenant();
  if (tenant.status !== "closed") return undefined;
  return refuse(403, "tenant_closed", "The tenant is closed and gets no new key.");
}
