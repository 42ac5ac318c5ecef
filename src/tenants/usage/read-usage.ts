import type { UsageReport } from "../gate/gate-object.ts";
import { periodOf, type Period } from "../gate/period.ts";

/** A month's account, from the tenant's gate: the only place that counts. */
export async function readUsage(
  env: Cloudflare.Env,
  tenantId: string,
  now: number,
  period: Period = periodOf(now),
): Promise<UsageReport> {
  return env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)).usage(period);
}
