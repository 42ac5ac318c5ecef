import type { Context } from "hono";
import { findTenantInPath } from "../access/claim-tenant.ts";
import { personOf } from "../access/person-of.ts";
import { settle } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";
import type { Place } from "./endpoints/place.ts";

export function placeOf(
  c: Context<Rampart>,
  { tenantId: named, id }: { tenantId: string; id: string },
): Place {
  const by = personOf(c);
  const tenantId = settle(findTenantInPath(by, named));
  return { env: c.env, platform: c.get("platform"), by, tenantId, id };
}
