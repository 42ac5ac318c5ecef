import type { Context } from "hono";
import { database, type Rampart } from "../platform/index.ts";
import { LOOK, recordAudit } from "./audit.ts";
import { MAX_TENANT_ID } from "./claim-tenant.ts";
import type { Person } from "./principal.ts";
import type { TenantInQuery } from "./routes/access-rule.ts";
import { tenantInPath, tenantInQuery } from "./tenant-in-request.ts";

interface Route {
  method: string;
  path: string;
}

/** Logs an operator's access to a tenant before anything is shown or changed. */
export async function traceCrossTenant(
  c: Context<Rampart>,
  operator: Person,
  route: Route,
  tenantIn: TenantInQuery | undefined,
): Promise<void> {
  const named = tenantInPath(route.path, c.req.path) ?? tenantInQuery(c, tenantIn);
  await trace(c, operator, route, route.method === "GET" ? LOOK : "tenants.write", named);
}

/**
 * Logs a look after the route, which first had to find the tenant. If logging fails, the answer is
 * dropped.
 */
export async function traceLook(c: Context<Rampart>, operator: Person, route: Route) {
  try {
    await trace(c, operator, route, LOOK, c.get("call").about.tenantId);
  } catch (thrown) {
    c.res = undefined;
    throw thrown;
  }
}

async function trace(
  c: Context<Rampart>,
  operator: Person,
  route: Route,
  action: typeof LOOK | "tenants.write",
  /** As it was sent: a text that is no id is encoded, so that no control character gets into the log. */
  named: string | undefined,
): Promise<void> {
  await recordAudit(database(c.env), {
    at: c.get("platform").now(),
    actor: operator.subject,
    action,
    tenantId: named === undefined ? null : encodeURIComponent(named).slice(0, MAX_TENANT_ID),
    target: `${route.method} ${route.path}`,
    requestId: c.get("call").id,
  });
}
