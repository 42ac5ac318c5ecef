import type { Context } from "hono";
import type { Rampart } from "../platform/index.ts";
import { onlyTenant } from "./claim-tenant.ts";

/** As bodies name it: one tenant, or a list that may hold just one. */
interface Named {
  tenantId?: unknown;
  tenants?: unknown;
}

/** The one tenant that a body names, once its schema has taken it. */
export function tenantInBody(c: Context<Rampart>): string | undefined {
  const body = c.req.valid("json" as never) as Named | undefined;
  if (typeof body?.tenantId === "string") return body.tenantId;
  return Array.isArray(body?.tenants) ? (onlyTenant(body.tenants) ?? undefined) : undefined;
}
