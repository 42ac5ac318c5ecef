import type { Context } from "hono";
import { claimTenant, type TenantId } from "../access/claim-tenant.ts";
import { isRefusal, refuse, settle, traceparentOf } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { findTenant } from "../tenants/store.ts";
import type { Caller } from "./providers/ask-model.ts";
import { tenantAi } from "./settings/tenant-ai.ts";

/** The tenant that a body or a query names, if the caller reaches it and it is there. */
export async function tenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const principal = c.get("principal");
  const tenantId = claimTenant(principal, named);
  if (isRefusal(tenantId) || principal.reach !== "all") return settle(tenantId);
  // An id that names no tenant must not make an object of its own.
  const known = named.length <= 64 && (await findTenant(database(c.env), named)) !== undefined;
  return settle(
    known
      ? tenantId
      : refuse(400, "unknown_tenant", "There is no such tenant.", {
          details: [{ path: "tenantId", message: "names no tenant" }],
        }),
  );
}

/** The trace that the client named in the body, else that of the request. */
export function traceOf(c: Context<Rampart>, named: string | undefined): string {
  return named ?? c.get("call").trace.traceId;
}

/** Who asks a provider for something, with the limits that the tenant set for itself. */
export async function callerOf(
  c: Context<Rampart>,
  tenantId: TenantId,
  operation: string,
  traceId: string,
): Promise<Caller> {
  const platform = c.get("platform");
  return {
    env: c.env,
    platform,
    tenantId,
    userId: c.get("principal").subject,
    operation,
    traceId,
    traceparent: traceparentOf(c.get("call").trace),
    background: (work) => c.executionCtx.waitUntil(work),
    ai: await tenantAi(c.env, tenantId, platform.now()),
  };
}

export const EMBEDDED = "embedded";

export function aiHeaders(traceId: string, provider = EMBEDDED, degraded?: string) {
  return {
    "x-trace-id": traceId,
    "x-ai-provider": provider,
    ...(degraded === undefined ? {} : { "x-ai-degraded": degraded }),
  };
}
