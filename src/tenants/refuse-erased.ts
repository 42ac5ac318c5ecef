import { erasedAmong } from "../access/erased-tenants.ts";
import { refuse, type Refusal } from "../http/index.ts";
import type { Database } from "../platform/index.ts";

/** Described for routes that write something of a tenant that may be closed. */
export const ERASED = { 409: { description: "The tenant's data is erased" } };

/**
 * Refuses to write for an erased tenant: a caller who reaches all could leave data that nobody
 * erases.
 */
export async function refuseErased(
  db: Database,
  ...tenantIds: string[]
): Promise<Refusal | undefined> {
  return (await erasedAmong(db, tenantIds)).size > 0 ? tenantErased() : undefined;
}

/** What is kept of the tenant says what it was charged for, and that its id is taken. */
function tenantErased(): Refusal {
  const message = "This tenant's data is erased; it can be neither changed nor opened again.";
  return refuse(409, "tenant_erased", message);
}
