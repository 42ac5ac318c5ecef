import { refuse, type Refusal } from "../http/index.ts";
import type { Tenant } from "./schemas.ts";

/** A closed tenant gets nothing new. What it has can still be read, changed and removed. */
export function refuseClosed({ status }: Tenant): Refusal | undefined {
  return status === "closed" ? tenantClosed() : undefined;
}

/** `named`: those of several tenants in the request that are closed. */
export function tenantClosed(named: readonly string[] = []): Refusal {
  const details = named.map((id) => ({ path: "tenants", message: `"${id}" is closed` }));
  return refuse(403, "tenant_closed", "The tenant is closed and gets nothing new.", {
    ...(details.length > 0 && { details }),
  });
}
