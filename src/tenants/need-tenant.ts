import { noSuchTenant } from "../access/refusals.ts";
import type { Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";
import type { Tenant } from "./answers.ts";
import { findTenant } from "./store.ts";

/** The tenant, or 404 if there is none. */
export async function needTenant(
  db: Database,
  tenantId: string,
  now?: number,
): Promise<Tenant | Refusal> {
  return (await findTenant(db, tenantId, now)) ?? noSuchTenant();
}
