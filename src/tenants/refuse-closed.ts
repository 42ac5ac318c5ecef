import type { Person } from "../access/principal.ts";
import type { Refusal } from "../http/index.ts";
import { tenantClosed, tenantInactive } from "./refusals.ts";
import type { Tenant } from "./schemas.ts";

/** Why a tenant in this state does not get something. */
export type Judge = (tenant: Tenant) => Refusal | undefined;

/** A closed tenant gets nothing new. What it has can still be read, changed and removed. */
export function refuseClosed({ status }: Tenant): Refusal | undefined {
  return status === "closed" ? tenantClosed() : undefined;
}

/** For what lets somebody in: in a suspended tenant operators make it, its own people do not. */
export function refuseWayIn(by: Person): Judge {
  return (tenant) => {
    const isBarred = tenant.status === "suspended" && by.kind !== "operator";
    return isBarred ? tenantInactive() : refuseClosed(tenant);
  };
}
