import type { Context } from "hono";
import type { Rampart } from "../platform/index.ts";
import { onlyTenant } from "./claim-tenant.ts";
import type { TenantInQuery } from "./routes/access-rule.ts";

/**
 * The tenant in the query. Only the parameter that the route reads counts: another would put a wrong
 * tenant into the log.
 */
export function tenantInQuery(
  c: Context<Rampart>,
  tenantIn: TenantInQuery | undefined,
): string | undefined {
  return tenantIn === undefined ? undefined : c.req.query(tenantIn);
}

/** The tenant in the path; a middleware does not see the parameters of the route behind it. */
export function tenantInPath(pattern: string, path: string): string | undefined {
  if (!pattern.includes("/:tenantId")) return undefined;
  return path.split("/")[pattern.split("/").indexOf(":tenantId")];
}

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
