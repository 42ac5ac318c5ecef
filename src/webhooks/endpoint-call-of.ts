import type { Context } from "hono";
import { claimTenantInPath, type TenantId } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { settle } from "../http/index.ts";
import { surroundingsOf, type Rampart } from "../platform/index.ts";
import type { EndpointCall } from "./endpoints/endpoint-call.ts";
import { refuseServing } from "./refuse-serving.ts";

/** The tenant of the path, if the caller may see it and webhooks are served. */
export function claimServedTenant(c: Context<Rampart>, named: string): TenantId {
  const tenantId = settle(claimTenantInPath(personOf(c), named));
  settle(refuseServing(c.env, c.get("platform")));
  return tenantId;
}

export function endpointCallOf(
  c: Context<Rampart>,
  { tenantId: named, id }: { tenantId: string; id: string },
): EndpointCall {
  const tenantId = claimServedTenant(c, named);
  return { ...surroundingsOf(c), by: personOf(c), tenantId, id };
}
