import type { Context } from "hono";
import { doneBy } from "../access/audit.ts";
import type { TenantId } from "../access/claim-tenant.ts";
import { doerOf } from "../access/person-of.ts";
import type { Rampart } from "../platform/index.ts";
import type { Changer } from "./knowledge/document-line.ts";

/** Who changes something in a tenant, as the tenant's audit log names them. */
export function changerOf(c: Context<Rampart>, tenantId: TenantId): Changer {
  return { tenantId, ...doneBy(doerOf(c)) };
}
