import { failureOf } from "../../http/index.ts";
import { livePlatform } from "../../platform/index.ts";

/** Of a new key; each on a connection of its own, since one that broke stays broken. */
const MAX_TRIES = 3;

/** Tells the tenant's gate that D1 has changed; isolates hear of it within one lease. */
export async function refreshGate(
  env: Cloudflare.Env,
  tenantId: string,
  quotaBefore?: number,
): Promise<void> {
  await env.TENANT_GATE.get(env.TENANT_GATE.idFromName(tenantId)).refresh(quotaBefore);
}

/**
 * The same of a new key, which counts already and is shown once, so a gate out of reach does not keep
 * it back: it looks by itself within a minute.
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
