import type { Context } from "hono";
import { claimTenant, type TenantId } from "../access/claim-tenant.ts";
import { settle } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";

/** The tenant that a body names, if the service key reaches it. Also noted for the log line. */
export function claimBodyTenant(c: Context<Rampart>, named: string): TenantId {
  const tenantId = settle(claimTenant(c.get("principal"), named));
  c.get("call").about.tenantId = tenantId;
  return tenantId;
}
