import * as z from "zod";
import type { Seeding } from "../seed.ts";

export const DEMO = "demo";
export const OTHER = "other";
const NAMES = { [DEMO]: "Demo", [OTHER]: "Other" };

const tenant = z.object({ tenantId: z.string() });

/** Two tenants, so that what keeps them apart can be tried. */
export async function keepTenants({ call }: Seeding) {
  for (const [tenantId, name] of Object.entries(NAMES)) {
    const { status } = await call("GET", `/admin/tenants/${tenantId}`);
    if (status === 200) continue;
    (await call("POST", "/admin/tenants", { body: { tenantId, name } })).read(tenant);
  }
  return { tenantId: DEMO, otherTenantId: OTHER };
}
