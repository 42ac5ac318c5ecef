import type { Context } from "hono";
import { claimTenantInPath, type TenantId } from "../access/claim-tenant.ts";
import { settle } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { needTenant } from "./need-tenant.ts";

/** The tenant that a path names, within the caller's reach and existing; throws otherwise. */
export async function needTenantInPath(c: Context<Rampart>, named: string): Promise<TenantId> {
  const tenantId = settle(claimTenantInPath(c.get("principal"), named));
  settle(await needTenant(database(c.env), tenantId));
  return tenantId;
}
