import * as z from "zod";
import type { Seeding } from "../seed.ts";

export const DEMO = "demo";
export const OTHER = "other";
const TENANTS = [
  { tenantId: DEMO, name: "Demo", plan: "team" },
  { tenantId: OTHER, name: "Other", plan: "free" },
];

const tenant = z.object({ tenantId: z.string() });

/** Makes two tenants, so that their separation can be tried. */
export async function keepTenants({ call }: Seeding) {
  for (const body of TENANTS) {
    const { status } = await call("GET", `/admin/tenants/${body.tenantId}`);
    if (status !== 200) (await call("POST", "/admin/tenants", { body })).read(tenant);
  }
  return { tenantId: DEMO, otherTenantId: OTHER };
}
