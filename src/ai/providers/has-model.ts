import type { TenantId } from "../../access/claim-tenant.ts";
import { tenantAi } from "../settings/tenant-ai.ts";
import { chooseModels } from "./choose-models.ts";

/** Whether there is any model to ask for the tenant. */
export async function hasModel(
  env: Cloudflare.Env,
  tenantId: TenantId,
  now: number,
): Promise<boolean> {
  return chooseModels({ env, ai: await tenantAi(env, tenantId, now) }).length > 0;
}
