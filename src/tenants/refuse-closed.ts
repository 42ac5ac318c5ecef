import { refuse, type Refusal } from "../http/index.ts";
import type { Tenant } from "./schemas.ts";

/** Whoever is closed is given nothing new; what he has is read, changed and taken away as before. */
export function refuseClosed({ status }: Tenant): Refusal | undefined {
  return status === "closed" ? tenantClosed() : undefined;
}

/** Of several that were named, those that are closed. */
export function tenantClosed(named: readonly string[] = []): Refusal {
  const details = named.map((id) => ({ path: "tenants", message: `"${id}" is closed` }));
  return refuse(403, "tenant_closed", "The tenant is closed and gets nothing new.", {
    ...(details.length > 0 && { details }),
  });
}
