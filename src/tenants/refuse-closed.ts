import type { Person } from "../access/principal.ts";
import type { Refusal } from "../http/index.ts";
import { tenantClosed, tenantInactive } from "./refusals.ts";
import type { Tenant } from "./answers.ts";

/** Refuses a tenant by its state, or not. */
export type Judge = (tenant: Tenant) => Refusal | undefined;

/** Refuses anything new for a closed tenant. What it has can still be read, changed and removed. */
export function refuseClosed({ status }: Tenant): Refusal | undefined {
  return status === "closed" ? tenantClosed() : undefined;
}

/**
 * Judges for things that let somebody in: for a suspended tenant operators may make them, its own
 * people may not.
 */
export function refuseWayIn(by: Person): Judge {
  return (tenant) => {
    const isBarred = tenant.status === "suspended" && by.kind !== "operator";
    return isBarred ? tenantInactive() : refuseClosed(tenant);
  };
}
