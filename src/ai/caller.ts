import type { Context, MiddlewareHandler } from "hono";
import { doneBy } from "../access/audit.ts";
import { claimTenant, TENANT_ID, type TenantId } from "../access/claim-tenant.ts";
import { doerOf } from "../access/person-of.ts";
import { Problem, refuse, settle } from "../http/index.ts";
import { database, type Rampart, given } from "../platform/index.ts";
import { tenantInactive } from "../tenants/refusals.ts";
import { refuseNew } from "../tenants/refuse-new.ts";
import { findTenant } from "../tenants/store.ts";
import type { Changer } from "./knowledge/document-line.ts";
import type { Caller } from "./providers/ask-model.ts";
import { traceId } from "./schemas.ts";
import { tenantAi } from "./settings/tenant-ai.ts";

/** The tenant that a body or a query names, if the caller reaches it and it is there. */
export async function tenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const principal = c.get("principal");
  const tenantId = settle<TenantId>(claimTenant(principal, named));
  // An id that names no tenant must not make an object of its own.
  if (principal.reach === "all" && !(await isTenant(c, named))) {
    const details = [{ path: "tenantId", message: "names no tenant" }];
    throw new Problem(refuse(400, "unknown_tenant", "There is no such tenant.", { details }));
  }
  c.get("call").about.tenantId = tenantId;
  return tenantId;
}

/** The same for something new, which whoever is closed is not given. */
export async function openTenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const tenantId = await tenantOf(c, named);
  settle(await refuseNew(database(c.env), tenantId));
  return tenantId;
}

/** The same for what may cost something, which who is suspended does not get either. */
export async function activeTenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const tenantId = await tenantOf(c, named);
  const { isActive } = await tenantAi(c.env, tenantId, c.get("platform").now());
  if (!isActive) throw new Problem(tenantInactive());
  return tenantId;
}

async function isTenant(c: Context<Rampart>, named: string): Promise<boolean> {
  return TENANT_ID.test(named) && (await findTenant(database(c.env), named)) !== undefined;
}

/** Who changes something of a tenant, as its audit log tells of it. */
export function changerOf(c: Context<Rampart>, tenantId: TenantId): Changer {
  return { tenantId, ...doneBy(doerOf(c)) };
}

/**
 * For routes whose answer names its trace: whatever is refused from here on names it too, also for
 * what else is wrong with the query or body that has it.
 */
export const nameTrace: MiddlewareHandler<Rampart> = (c, next) => {
  const call = c.get("call");
  const fitting = (named: unknown) => traceId.safeParse(named).data ?? call.traceId;
  call.namedTrace = fitting(c.req.query("traceId"));
  call.heedBody = (body) => {
    call.namedTrace = fitting((body as Partial<Named> | null | undefined)?.traceId);
  };
  return next();
};

/** The trace that the client named in the body, else that of the request. */
function traceIdFor(c: Context<Rampart>, named: string | undefined): string {
  const call = c.get("call");
  const traceId = named ?? call.traceId;
  if (call.namedTrace !== undefined) call.namedTrace = traceId;
  return traceId;
}

/** What a request names: its tenant, and its trace if it has one of its own. */
interface Named {
  tenantId: string;
  traceId?: string | undefined;
}

/** Who asks a provider for something, with the limits that his tenant set for itself. */
export async function callerOf(
  c: Context<Rampart>,
  named: Named,
  operation: string,
): Promise<Caller> {
  const traceId = traceIdFor(c, named.traceId);
  const tenantId = await tenantOf(c, named.tenantId);
  const platform = c.get("platform");
  return {
    env: c.env,
    platform,
    tenantId,
    userId: c.get("principal").subject,
    operation,
    traceId,
    traceparent: c.get("call").traceparent,
    ai: await tenantAi(c.env, tenantId, platform.now()),
    background: (work) => c.executionCtx.waitUntil(work),
  };
}

/** The same for what may cost something, which who is suspended does not get. */
export async function activeCallerOf(
  c: Context<Rampart>,
  named: Named,
  operation: string,
): Promise<Caller> {
  const caller = await callerOf(c, named, operation);
  if (!caller.ai.isActive) throw new Problem(tenantInactive());
  return caller;
}

export const EMBEDDED = "embedded";

/** For the description: what `aiHeaders` says. */
export const AI_HEADERS = ["X-Trace-Id", "X-AI-Provider", "X-AI-Degraded"];

export function aiHeaders(traceId: string, provider = EMBEDDED, degraded?: string) {
  return {
    "x-trace-id": traceId,
    "x-ai-provider": provider,
    ...given({ "x-ai-degraded": degraded }),
  };
}
