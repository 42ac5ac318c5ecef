import type { Context } from "hono";
import type { TenantId } from "../../access/claim-tenant.ts";
import type { Rampart } from "../../platform/index.ts";
import { callerOf } from "../caller.ts";
import { changerOf } from "../changer-of.ts";
import type { Ingesting } from "./ingest.ts";

/** Provider calls count as indexing, and not as a person's question. */
const OPERATION = "index";

export function ingestingFor(
  c: Context<Rampart>,
  tenantId: TenantId,
  signal?: AbortSignal,
): Ingesting {
  return {
    env: c.env,
    tenantId,
    by: changerOf(c, tenantId),
    now: c.get("platform").now(),
    caller: () => callerOf(c, { tenantId }, OPERATION),
    letBodyGo: c.get("call").letBodyGo,
    ...(signal && { signal }),
    conversions: 0,
  };
}
