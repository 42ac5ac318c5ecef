import type { Context } from "hono";
import type { Rampart } from "../platform/index.ts";
import { onlyTenant } from "./claim-tenant.ts";

/** How bodies name a tenant: one id, or a list. */
interface Named {
  tenantId?: unknown;
  tenants?: unknown;
}

/**
 * The tenant that a body names, if it names only one. Read after the body was checked by its schema.
 */
export function tenantInBody(c: Context<Rampart>): string | undefined {
  const body = c.req.valid("json" as never) as Named | undefined;
  if (typeof body?.tenantId === "string") return body.tenantId;
  return Array.isArray(body?.tenants) ? (onlyTenant(body.tenants) ?? undefined) : undefined;
}
