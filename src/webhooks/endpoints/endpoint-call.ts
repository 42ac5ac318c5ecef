import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Surroundings } from "../../platform/index.ts";

/** One endpoint of one tenant, and who asks. */
export interface EndpointCall extends Surroundings {
  by: Person;
  tenantId: TenantId;
  id: string;
}
