import { noSuchTenant } from "../access/refusals.ts";
import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import { refuseClosed } from "./refuse-closed.ts";
import { findTenant } from "./store.ts";

/** Whoever is not there, or is closed, is given nothing new: no key, no endpoint. */
export async function refuseNew(db: Database, tenantId: string): Promise<Refusal | undefined> {
  const tenant = await findTenant(db, tenantId);
  return tenant === undefined ? noSuchTenant() : refuseClosed(tenant);
}
