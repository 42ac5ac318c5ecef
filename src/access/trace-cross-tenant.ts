import type { Context } from "hono";
import { database, type Rampart } from "../platform/index.ts";
import { recordAudit } from "./audit.ts";
import { MAX_TENANT_ID } from "./claim-tenant.ts";
import type { Person } from "./principal.ts";

/** Whoever may look into every tenant leaves a trace before he is shown anything. */
export async function traceCrossTenant(
  c: Context<Rampart>,
  operator: Person,
  route: { method: string; path: string },
): Promise<void> {
  const named = tenantInPath(route.path, c.req.path) ?? tenantInQuery(c);
  await recordAudit(database(c.env), {
    at: c.get("platform").now(),
    actor: operator.subject,
    action: route.method === "GET" ? "tenants.read" : "tenants.write",
    tenantId: named?.slice(0, MAX_TENANT_ID) ?? null,
    target: `${route.method} ${route.path}`,
    requestId: c.get("call").id,
  });
}

export function tenantInQuery(c: Context<Rampart>): string | undefined {
  return c.req.query("tenantId") ?? c.req.query("tenant");
}

/** A middleware does not see the parameters of the route behind it. */
export function tenantInPath(pattern: string, path: string): string | undefined {
  if (!pattern.includes("/:tenantId")) return undefined;
  return path.split("/")[pattern.split("/").indexOf(":tenantId")];
}
