import { failureOf } from "../../http/index.ts";
import { livePlatform } from "../../platform/index.ts";

/**
 * How often telling of a new key is tried; each time on a new connection, because a broken one stays
 * broken.
 */
const MAX_TRIES = 3;

/** Tells the tenant's gate that D1 has changed; isolates learn of it within one lease. */
export async function refreshGate(
  env: Cloudflare.Env,
  tenantId: string,
  quotaBefore?: number,
): Promise<void> {
  await env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)).refresh(quotaBefore);
}

/**
 * The same for a new key. It counts already and is shown only once, so it is given out even if the
 * gate cannot be told: the gate reads D1 again within a minute.
 */
export async function tellOfKey(env: Cloudflare.Env, tenantId: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await refreshGate(env, tenantId);
    } catch (error) {
      if (tries < MAX_TRIES) continue;
      const reason = failureOf(error);
      return livePlatform.log({ level: "warn", event: "gate_untold", tenantId, reason });
    }
  }
}
