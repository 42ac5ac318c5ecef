import { refuse, type Refusal } from "../http/index.ts";

/** `path`: where the request names it. */
export function unknownTenant(tenantId: string, path: string): Refusal {
  return refuse(400, "unknown_tenant", `There is no tenant "${tenantId}".`, {
    details: [{ path, message: "names no tenant" }],
  });
}

/** `named`: those of several tenants in the request that are suspended. */
export function tenantInactive(named: readonly string[] = []): Refusal {
  const details = named.map((id) => ({ path: "tenants", message: `"${id}" is suspended` }));
  return refuse(403, "tenant_inactive", "The tenant is suspended or closed.", {
    ...(details.length > 0 && { details }),
  });
}

/** `named`: those of several tenants in the request that are closed. */
export function tenantClosed(named: readonly string[] = []): Refusal {
  const details = named.map((id) => ({ path: "tenants", message: `"${id}" is closed` }));
  return refuse(403, "tenant_closed", "The tenant is closed and gets nothing new.", {
    ...(details.length > 0 && { details }),
  });
}
