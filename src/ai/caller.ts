import type { Context, MiddlewareHandler } from "hono";
import { claimTenant, TENANT_ID, type TenantId } from "../access/claim-tenant.ts";
import { Problem, refuse, settle } from "../http/index.ts";
import {
  database,
  given,
  surroundingsOf,
  type Rampart,
  type RequestSurroundings,
} from "../platform/index.ts";
import { tenantInactive } from "../tenants/refusals.ts";
import { refuseNew } from "../tenants/refuse-new.ts";
import { findTenant } from "../tenants/store.ts";
import { traceId } from "./schemas.ts";
import { principalsOf } from "./principals-of.ts";
import type { TenantAi } from "./settings/store.ts";
import { tenantAi } from "./settings/tenant-ai.ts";

/** The tenant that a body or a query names, if the caller may reach it and it exists. */
export async function tenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const principal = c.get("principal");
  const tenantId = settle<TenantId>(claimTenant(principal, named));
  // An id that names no tenant must not make a Durable Object.
  if (principal.reach === "all" && !(await isTenant(c, named))) {
    const details = [{ path: "tenantId", message: "names no tenant" }];
    throw new Problem(refuse(400, "unknown_tenant", "There is no such tenant.", { details }));
  }
  c.get("call").about.tenantId = tenantId;
  return tenantId;
}

/** As `tenantOf`, for making something new: a closed tenant is refused. */
export async function openTenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const tenantId = await tenantOf(c, named);
  settle(await refuseNew(database(c.env), tenantId));
  return tenantId;
}

/** As `tenantOf`, for what may cost something: a suspended tenant is refused. */
export async function activeTenantOf(c: Context<Rampart>, named: string): Promise<TenantId> {
  const tenantId = await tenantOf(c, named);
  const { isActive } = await tenantAi(c.env, tenantId, c.get("platform").now());
  if (!isActive) throw new Problem(tenantInactive());
  return tenantId;
}

async function isTenant(c: Context<Rampart>, named: string): Promise<boolean> {
  return TENANT_ID.test(named) && (await findTenant(database(c.env), named)) !== undefined;
}

/**
 * For routes whose answer names its trace: a refusal names the trace of the query or body too, even if
 * the rest of that query or body is wrong.
 */
export const nameTrace: MiddlewareHandler<Rampart> = (c, next) => {
  const call = c.get("call");
  const fitting = (named: unknown) => traceId.safeParse(named).data ?? call.traceId;
  call.namedTrace = fitting(c.req.query("traceId"));
  call.onBody = (body) => {
    call.namedTrace = fitting((body as Partial<Named> | null | undefined)?.traceId);
  };
  return next();
};

/** The trace that the body names, or else that of the request. */
function traceIdFor(c: Context<Rampart>, named: string | undefined): string {
  const call = c.get("call");
  const traceId = named ?? call.traceId;
  if (call.namedTrace !== undefined) call.namedTrace = traceId;
  return traceId;
}

/** For whom a provider is asked, and within which settings and limits. */
export interface Caller extends RequestSurroundings {
  tenantId: TenantId;
  userId: string;
  operation: string;
  traceId: string;
  traceparent: string;
  ai: TenantAi;
  /** The principals that find restricted documents for this caller. Absent: none are found. */
  viewer?: readonly string[];
  /** Called when a call was given up because no answer came in time. */
  late?: () => void;
}

/** A caller before the tenant's own settings and limits are read. */
export type Requester = Omit<Caller, "ai">;

/** A request's tenant, and its trace if it names one. */
interface Named {
  tenantId: string;
  traceId?: string | undefined;
}

export async function callerOf(
  c: Context<Rampart>,
  named: Named,
  operation: string,
): Promise<Caller> {
  const traceId = traceIdFor(c, named.traceId);
  const tenantId = await tenantOf(c, named.tenantId);
  const surroundings = surroundingsOf(c);
  const { env, platform } = surroundings;
  return {
    ...surroundings,
    tenantId,
    userId: c.get("principal").subject,
    viewer: principalsOf(c.get("principal")),
    operation,
    traceId,
    traceparent: c.get("call").traceparent,
    ai: await tenantAi(env, tenantId, platform.now()),
  };
}

/** As `callerOf`, for what may cost something: a suspended tenant is refused. */
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

/** The headers that `aiHeaders` sets, for the API description. */
export const AI_HEADERS = ["X-Trace-Id", "X-AI-Provider", "X-AI-Degraded"];

export function aiHeaders(traceId: string, provider = EMBEDDED, degraded?: string) {
  return {
    "x-trace-id": traceId,
    "x-ai-provider": provider,
    ...given({ "x-ai-degraded": degraded }),
  };
}
