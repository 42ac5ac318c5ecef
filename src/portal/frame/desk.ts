import type { Context } from "hono";
import { findTenantInPath, type TenantId } from "../../access/claim-tenant.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import { settle } from "../../http/index.ts";
import { database, type Database } from "../../platform/index.ts";
import { readerOf, viewOf, type PortalEnv, type View } from "./view.ts";

/** What a page of a tenant works with. */
export interface Desk {
  view: View;
  who: SignedIn;
  tenantId: TenantId;
  db: Database;
  now: number;
}

export function deskOf(c: Context<PortalEnv, string>): Desk {
  const who = readerOf(c);
  return {
    view: viewOf(c),
    who,
    tenantId: settle(findTenantInPath(who, c.req.param("tenantId") ?? "")),
    db: database(c.env),
    now: c.get("platform").now(),
  };
}
