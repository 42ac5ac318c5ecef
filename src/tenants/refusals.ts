import { refuse, type Refusal } from "../http/index.ts";

/** `path` says where the request names the tenant. */
export function unknownTenant(tenantId: string, path: string): Refusal {
  return refuse(400, "unknown_tenant", `There is no tenant "${tenantId}".`, {
    details: [{ path, message: "names no tenant" }],
  });
}

/** `named` are the suspended ones, if the request names several tenants. */
export function tenantInactive(named: readonly string[] = []): Refusal {
  const details = named.map((id) => ({ path: "tenants", message: `"${id}" is suspended` }));
  return refuse(403, "tenant_inactive", "The tenant is suspended or closed.", {
    ...(details.length > 0 && { details }),
  });
}

/** `named` are the closed ones, if the request names several tenants. */
export function tenantClosed(named: readonly string[] = []): Refusal {
  const details = named.map((id) => ({ path: "tenants", message: `"${id}" is closed` }));
  return refuse(403, "tenant_closed", "The tenant is closed and gets nothing new.", {
    ...(details.length > 0 && { details }),
  });
}
