import type { Person } from "../../access/principal.ts";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Platform } from "../../platform/index.ts";

/** One endpoint of one tenant, and who asks. */
export interface Place {
  env: Cloudflare.Env;
  platform: Platform;
  by: Person;
  tenantId: TenantId;
  id: string;
}
