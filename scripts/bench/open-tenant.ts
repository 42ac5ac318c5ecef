import type { Bench } from "./start-bench.ts";

const BURST = 1_000_000;
const QUOTA = 10_000_000_000;

/** Makes a tenant that no quota and no burst limits; returns the headers of a key for these modules. */
export async function openTenant(
  { ask, database }: Bench,
  tenantId: string,
  scopes: readonly string[],
): Promise<Record<string, string>> {
  const plan = "enterprise";
  await database
    .prepare("UPDATE plans SET burst_per_second = ? WHERE id = ?")
    .bind(BURST, plan)
    .run();
  const about = { tenantId, name: tenantId, plan, monthlyQuota: QUOTA };
  await ask("POST", "/admin/tenants", about);
  const path = `/admin/tenants/${tenantId}/api-keys`;
  const { key } = await ask<{ key: string }>("POST", path, { name: "Bench", scopes });
  return { "X-Tenant-ID": tenantId, "X-API-Key": key };
}
