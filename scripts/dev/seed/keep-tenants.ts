import * as z from "zod";
import type { Call } from "./call.ts";

export const DEMO = "demo";
export const OTHER = "other";
const TENANTS = [
  { tenantId: DEMO, name: "Demo", plan: "team" },
  { tenantId: OTHER, name: "Other", plan: "free" },
];

const tenant = z.object({ tenantId: z.string(), status: z.string() });

/** Makes two tenants, so that their separation can be tried. One that was closed since stays closed. */
export async function keepTenants(call: Call) {
  const closed = new Set<string>();
  for (const body of TENANTS) {
    const found = await call("GET", `/admin/tenants/${body.tenantId}`);
    const there = found.status === 200 ? found : await call("POST", "/admin/tenants", { body });
    if (there.read(tenant).status === "closed") closed.add(body.tenantId);
  }
  return { tenantId: DEMO, otherTenantId: OTHER, closed };
}
