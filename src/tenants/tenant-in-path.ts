import type { Context } from "hono";
import { findTenantInPath, type TenantId } from "../access/claim-tenant.ts";
import { settle } from "../http/index.ts";
import { database, type Rampart } from "../platform/index.ts";
import { needTenant } from "./need-tenant.ts";

/** The tenant that a path names, within the caller's reach and existing; throws otherwise. */
export async function tenantInPath(c: Context<Rampart>, named: string): Promise<TenantId> {
  const tenantId = settle(findTenantInPath(c.get("principal"), named));
  settle(await needTenant(database(c.env), tenantId));
  return tenantId;
}
