import type { Context } from "hono";
import { claimTenantInPath, type TenantId } from "../../access/claim-tenant.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import { settle } from "../../http/index.ts";
import { database, type Database, type Rampart } from "../../platform/index.ts";
import { readerOf, viewOf, type View } from "./view.ts";

/** What a page of a tenant works with. */
export interface Desk extends OwnDesk {
  tenantId: TenantId;
}

/** What a page of no tenant works with. */
interface OwnDesk {
  view: View;
  who: SignedIn;
  db: Database;
  now: number;
}

export function deskOf(c: Context<Rampart, string>): Desk {
  const desk = ownDeskOf(c);
  return {
    ...desk,
    tenantId: settle(claimTenantInPath(desk.who, c.req.param("tenantId") ?? "")),
  };
}

export function ownDeskOf(c: Context<Rampart, string>): OwnDesk {
  return {
    view: viewOf(c),
    who: readerOf(c),
    db: database(c.env),
    now: c.get("platform").now(),
  };
}
